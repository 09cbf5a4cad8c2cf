package dev.gyre.node.worker_threads;

import dev.gyre.engine.BackingStore;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** The long strings that this runtime has sent or received of late, by number: see {@code internal/long_texts.js}. */
public final class LongTextsBinding implements Binding {
    private final GyreRuntime runtime;
    private final Map<Integer, LongText> byNumber = new HashMap<>();
    private final Map<LongText, Integer> numbers = new HashMap<>();
    private int last;

    public LongTextsBinding(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String name() {
        return "long_texts";
    }

    @Override
    public void register(Functions f) {
        f.add("keep", args -> add(new LongText(BackingStore.takeOut(args, 0, -1)))); // (what moveOut made)
        f.add(
                "attach",
                args -> { // (number): to the message that is posted next
                    attachments().attach(text(args.integer(0)).retain());
                    return null;
                });
        f.add(
                "take",
                args -> { // (index of an attachment): its number, which is an old one where the text is known
                    LongText text = attachments().take(args.integer(0), LongText.class);
                    Integer known = numbers.get(text);
                    if (known == null) {
                        return add(text);
                    }
                    text.close();
                    return known;
                });
        f.add(
                "read",
                args -> { // (number, an ArrayBuffer of the same size)
                    text(args.integer(0)).lendTo(args, 1);
                    return null;
                });
        f.add("drop", args -> {
            LongText text = Objects.requireNonNull(byNumber.remove(args.integer(0)));
            numbers.remove(text);
            text.close();
            return null;
        });
    }

    private Attachments attachments() {
        return runtime.shared(Attachments.class);
    }

    private LongText text(int number) {
        return Objects.requireNonNull(byNumber.get(number), "no text has this number");
    }

    private int add(LongText text) {
        byNumber.put(++last, text);
        numbers.put(text, last);
        return last;
    }

    @Override
    public void close() {
        byNumber.values().forEach(LongText::close);
        byNumber.clear();
        numbers.clear();
    }
}
