package dev.gyre.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The options that are meant for V8, checked against the flags it has. */
final class V8Flags {
    private static final List<String> WITHOUT_COMPILERS =
            List.of("--no-turbofan", "--no-maglev", "--no-sparkplug", "--regexp-interpret-all");

    private record Flag(String word, String name, @Nullable String value) {}

    private final Supplier<Map<String, String>> types;
    private final List<Flag> flags = new ArrayList<>();

    V8Flags(Supplier<Map<String, String>> types) {
        this.types = types;
    }

    void add(String word, String name, @Nullable String value) {
        flags.add(new Flag(word, name, value));
    }

    /** Reports all bad options in one error, one line each, as Node does. */
    void check() throws BadOption {
        if (flags.isEmpty()) {
            return;
        }
        Map<String, String> known = types.get();
        List<String> unknown = flags.stream()
                .filter(flag -> !known.containsKey(positive(flag.name, known)))
                .map(Flag::word)
                .toList();
        if (!unknown.isEmpty()) {
            throw new BadOption("bad option: " + String.join("\n" + Image.argv0() + ": bad option: ", unknown));
        }
        for (Flag flag : flags) {
            String positive = positive(flag.name, known);
            checkValue(flag, Objects.requireNonNull(known.get(positive)), !positive.equals(flag.name));
        }
    }

    /** V8 itself ignores all flags behind a bad one. */
    private static void checkValue(Flag flag, String type, boolean isNegated) throws BadOption {
        boolean isBool = type.equals("bool") || type.equals("maybe_bool");
        boolean isNumber = !isBool && !type.equals("string");
        String digits = type.equals("float") ? "-?\\d+(\\.\\d*)?" : "-?\\d+";
        boolean isBad = isBool ? flag.value != null : isNegated;
        if (isBad || (isNumber && (flag.value == null || !flag.value.matches(digits)))) {
            System.err.println("Error: illegal value for flag " + flag.word + " of type " + type);
            if (isBool) {
                System.err.println("To set or unset a boolean flag, use --flag or --no-flag.");
            }
            System.err.println("Try --help for options");
            throw new BadOption("bad option: " + flag.word);
        }
    }

    /** --no-x and --nox say the opposite of --x. */
    private static String positive(String name, Map<String, String> known) {
        if (name.startsWith("--no-") && known.containsKey("--" + name.substring("--no-".length()))) {
            return "--" + name.substring("--no-".length());
        }
        if (name.startsWith("--no") && known.containsKey("--" + name.substring("--no".length()))) {
            return "--" + name.substring("--no".length());
        }
        return name;
    }

    List<String> flags() {
        return flags.stream()
                .map(flag -> flag.value == null ? flag.name : flag.name + "=" + flag.value)
                .toList();
    }

    int stackKiB() {
        return flags.stream()
                .filter(flag -> flag.name.equals("--stack-size"))
                .mapToInt(flag -> Integer.parseInt(flag.value))
                .reduce(0, (_, last) -> last);
    }

    /**
     * V8 without compilers has no WebAssembly either, and the core is partly made of that. So its compilers are turned off
     * one by one; the runtime takes WebAssembly away from the program, as Node does. (The flag's other purpose, a process
     * without memory that is both written and executed, is out of reach anyway: the JVM compiles too.)
     */
    boolean takeJitless() {
        boolean isJitless = take("jitless").orElse(false);
        if (isJitless) {
            WITHOUT_COMPILERS.forEach(name -> add(name, name, null));
        }
        return isJitless;
    }

    /**
     * Takes a flag that the runtime obeys in V8's place. Of an uncaught exception V8 would look for a catch in its own
     * frames, and ours is always there; and it would let nobody make code from strings, not even us.
     */
    Optional<Boolean> take(String name) {
        String pattern = "--(no-?)?" + name;
        var last = flags.stream().filter(flag -> flag.name.matches(pattern)).reduce((_, flag) -> flag);
        flags.removeIf(flag -> flag.name.matches(pattern));
        return last.map(flag -> !flag.name.startsWith("--no"));
    }
}
