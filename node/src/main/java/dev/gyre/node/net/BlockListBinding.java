package dev.gyre.node.net;

import dev.gyre.engine.Args;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import dev.gyre.node.worker_threads.Attachments;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** The rules of this runtime's BlockLists that were sent to other threads, or came from them, by number. */
public final class BlockListBinding implements Binding {
    private final GyreRuntime runtime;
    private final Map<Integer, SharedRules> lists = new HashMap<>();
    private int last;

    public BlockListBinding(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String name() {
        return "block_list";
    }

    @Override
    public void register(Functions f) {
        f.add("open", _ -> add(new SharedRules()));
        f.add(
                "attach",
                args -> { // to the message that is posted next
                    runtime.shared(Attachments.class).attach(rules(args));
                    return null;
                });
        f.add("take", args -> add(runtime.shared(Attachments.class).take(args.integer(0), SharedRules.class)));
        f.add("drop", args -> {
            lists.remove(args.integer(0));
            return null;
        });
        f.add(
                "add",
                args -> { // (number, kind, key, text)
                    rules(args).add(args.integer(1), args.requiredString(2), args.requiredString(3));
                    return null;
                });
        f.add(
                "remove",
                args -> { // (number, kind, key)
                    rules(args).remove(args.integer(1), args.requiredString(2));
                    return null;
                });
        f.add("clear", args -> {
            rules(args).clear();
            return null;
        });
        f.add("version", args -> rules(args).version());
        f.add("all", args -> rules(args).all());
    }

    private int add(SharedRules rules) {
        lists.put(++last, rules);
        return last;
    }

    private SharedRules rules(Args args) {
        return Objects.requireNonNull(lists.get(args.integer(0)), "the rules were dropped");
    }
}
