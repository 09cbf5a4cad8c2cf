package dev.gyre.node.module;

import dev.gyre.engine.Args;
import dev.gyre.engine.Modules;
import dev.gyre.engine.ScriptException;
import dev.gyre.engine.ScriptTerminatedException;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** V8's modules for the loader in {@code module/internal/esm_*.js}, which names them by number. */
public final class EsmBinding implements Binding {
    private final GyreRuntime runtime;

    public EsmBinding(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String name() {
        return "esm";
    }

    @Override
    public void register(Functions f) {
        // A third argument, a function, tells the context of a module of node:vm.
        f.add(
                "compile",
                args -> orPlace(() -> runtime.isolate()
                        .inContextOf(
                                args, 2, () -> modules().compile(args.requiredString(0), args.requiredString(1)))));
        f.add("synthetic", args -> modules().synthetic(args.requiredString(0), args, 1));
        f.add("link", args -> {
            link(args);
            return null;
        });
        f.add(
                "instantiate",
                args -> orPlace(() -> runtime.isolate().inContextOf(args, 1, () -> {
                    modules().instantiate(args.integer(0));
                    return null;
                })));
        f.add("evaluate", this::evaluate);
        f.add("namespace", args -> modules().namespace(args.integer(0)));
        f.add("answerImports", args -> runtime.isolate().answerImports(args.keep(0)));
        f.add("status", args -> modules().status(args.integer(0)));
    }

    /** A module that is terminated ends what called it, too: at the next interrupt, when this has returned. */
    private @Nullable Object evaluate(Args args) {
        try {
            return modules().evaluate(args.integer(0));
        } catch (ScriptTerminatedException _) {
            runtime.isolate().terminate();
            return null;
        }
    }

    private Modules modules() {
        return runtime.isolate().modules();
    }

    /** (from, specifier, to, specifier, to, ...) */
    private void link(Args args) {
        int from = args.integer(0);
        for (int i = 1; i < args.size(); i += 2) {
            modules().link(from, args.requiredString(i), args.integer(i + 1));
        }
    }

    /** The result, or what V8 says is wrong and where: the script makes the error of that. */
    private static Object orPlace(Supplier<Object> body) {
        try {
            return body.get();
        } catch (ScriptException e) {
            return place(e);
        }
    }

    private static List<Object> place(ScriptException e) {
        var at = e.location();
        return Arrays.asList(e.getMessage(), at.file(), at.line(), at.sourceLine(), at.startColumn(), at.endColumn());
    }
}
