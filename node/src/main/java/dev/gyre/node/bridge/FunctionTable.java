package dev.gyre.node.bridge;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The functions of all bindings by the numbers under which JavaScript calls them: {@code binding * STRIDE + function}. The
 * numbers are fixed when the snapshot is made. A binding is created when one of its functions is first called.
 */
public final class FunctionTable {
    private static final int STRIDE = 256;

    private final IntFunction<Binding> maker;
    private final Guard.Finder guards;
    private final Functions.Entry[][] loaded;
    private final String[] names;
    private final List<Binding> created = new ArrayList<>();

    /**
     * @param bindings how many bindings there are
     * @param maker makes the binding of a number
     * @param guards finds the guards of its functions
     */
    public FunctionTable(int bindings, IntFunction<Binding> maker, Guard.Finder guards) {
        this.maker = maker;
        this.guards = guards;
        loaded = new Functions.Entry[bindings][];
        names = new String[bindings];
    }

    Functions.Entry get(int code) {
        Functions.Entry[] entries = loaded[code / STRIDE];
        return (entries == null ? load(code / STRIDE) : entries)[code % STRIDE];
    }

    private Functions.Entry[] load(int binding) {
        Binding first = maker.apply(binding);
        created.add(first);
        String name = first.name();
        Functions.Entry[] entries = functionsOf(first).stream()
                .map(entry -> entry.guardedBy(guards.of(name, entry.name())))
                .toArray(Functions.Entry[]::new);
        names[binding] = name;
        loaded[binding] = entries;
        return entries;
    }

    /** The name of the binding that a function which was used belongs to. */
    String bindingOf(int code) {
        return names[code / STRIDE];
    }

    /** Closes the bindings that were used, the last created first. */
    public void close() {
        for (Binding binding : created.reversed()) {
            binding.close();
        }
        created.clear();
    }

    private static List<Functions.Entry> functionsOf(Binding binding) {
        var functions = new Functions();
        binding.register(functions);
        if (functions.entries().size() > STRIDE) {
            throw new IllegalStateException(binding.name() + " has more than " + STRIDE + " functions: raise STRIDE");
        }
        return functions.entries();
    }

    /** Names and numbers as JSON, for {@code core.bindings()}. */
    public static String describe(List<Binding> bindings) {
        var parts = new ArrayList<String>();
        for (Binding binding : bindings) {
            List<Functions.Entry> entries = functionsOf(binding);
            parts.add("{\"name\":\"" + binding.name() + "\",\"base\":" + parts.size() * STRIDE
                    + ",\"functions\":" + names(entries, _ -> true)
                    + ",\"work\":" + names(entries, entry -> entry.work() != null)
                    + ",\"slotWork\":" + names(entries, entry -> entry.slotWork() != null) + "}");
        }
        return "[" + String.join(",", parts) + "]";
    }

    private static String names(List<Functions.Entry> entries, Predicate<Functions.Entry> which) {
        return entries.stream()
                .filter(which)
                .map(entry -> "\"" + entry.name() + "\"")
                .collect(Collectors.joining(",", "[", "]"));
    }
}
