package dev.gyre.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** The command line as Node reads it: options up to the script, then the script and its arguments. */
final class CommandLine {
    static final int EXIT_BAD_OPTION = 9;
    private static final int V8_STACK_KIB = 984;

    /** Not to be used in NODE_OPTIONS: they are about one script. */
    private static final Set<String> COMMAND_ONLY = Set.of(
            "--check", "--eval", "--help", "--interactive", "--print", "--version", "--expose-internals", "--v8-options");

    static final class BadOption extends Exception {
        private static final long serialVersionUID = 1L;

        BadOption(String message) {
            super(message);
        }
    }

    private final Supplier<Set<String>> knownV8Flags;
    private final Map<String, Object> options = new LinkedHashMap<>();
    private final List<String> v8Flags = new ArrayList<>();
    private final List<String> execArgv = new ArrayList<>();
    private List<String> arguments = List.of();
    private int v8StackKiB = V8_STACK_KIB;

    private CommandLine(Supplier<Set<String>> knownV8Flags) {
        this.knownV8Flags = knownV8Flags;
    }

    static CommandLine parse(String[] args, String nodeOptions, Supplier<Set<String>> knownV8Flags) throws BadOption {
        var line = new CommandLine(knownV8Flags);
        if (nodeOptions != null && !nodeOptions.isBlank()) {
            List<String> words = words(nodeOptions);
            int end = line.readOptions(words, true);
            if (end < words.size()) {
                throw new BadOption(words.get(end) + " is not allowed in NODE_OPTIONS");
            }
        }
        List<String> words = List.of(args);
        int script = line.readOptions(words, false);
        line.execArgv.addAll(words.subList(0, script > 0 && words.get(script - 1).equals("--") ? script - 1 : script));
        line.arguments = words.subList(script, words.size());
        return line;
    }

    /** Where the options end. */
    private int readOptions(List<String> words, boolean fromEnvironment) throws BadOption {
        int i = 0;
        while (i < words.size()) {
            String word = words.get(i);
            if (word.equals("--")) {
                return i + 1;
            }
            if (!word.startsWith("-") || word.equals("-")) {
                return i;
            }
            i = readOption(words, i, fromEnvironment);
        }
        return i;
    }

    private int readOption(List<String> words, int at, boolean fromEnvironment) throws BadOption {
        String word = words.get(at);
        int equals = word.startsWith("--") ? word.indexOf('=') : -1;
        String name = equals < 0 ? word : word.substring(0, equals);
        NodeOption option = NodeOption.find(name);
        NodeOption negated = option == null ? NodeOption.findNegated(name) : null;
        if (fromEnvironment && option != null && COMMAND_ONLY.contains(option.name())) {
            throw new BadOption(word + " is not allowed in NODE_OPTIONS");
        }
        if (negated != null && equals < 0) {
            options.put(negated.name(), false);
            options.put("--no-" + negated.name().substring(2), true);
            return at + 1;
        }
        if (option == null) {
            readV8Flag(word, name, equals < 0 ? null : word.substring(equals + 1));
            return at + 1;
        }
        if (option.kind() == NodeOption.Kind.FLAG) {
            if (equals >= 0) {
                throw new BadOption(name + "= takes no value");
            }
            options.put(option.name(), true);
            return at + 1;
        }
        return readValue(option, words, at, equals);
    }

    private int readValue(NodeOption option, List<String> words, int at, int equals) throws BadOption {
        String word = words.get(at);
        int next = at + 1;
        String value;
        if (equals >= 0) {
            value = word.substring(equals + 1);
            if (value.isEmpty() && !option.name().equals("--eval")) {
                throw new BadOption(word + " requires an argument");
            }
        } else if (next < words.size() && (!words.get(next).startsWith("-") || words.get(next).equals("-"))) {
            value = words.get(next++);
            if (value.startsWith("\\-")) {
                value = value.substring(1);
            }
        } else if (option.name().equals("--print")) {
            value = null; // prints what --eval says, or stdin
        } else {
            throw new BadOption(word + " requires an argument");
        }
        put(option, value);
        return next;
    }

    private void put(NodeOption option, String value) throws BadOption {
        switch (option.name()) {
            case "--print" -> {
                options.put("--print", true);
                if (value != null) {
                    options.put("--eval", value);
                }
            }
            case "--stack-trace-limit" -> v8Flags.add("--stack-trace-limit=" + value);
            case "--unhandled-rejections" -> {
                if (!Set.of("throw", "strict", "warn", "none", "warn-with-error-code").contains(value)) {
                    throw new BadOption("invalid value for --unhandled-rejections");
                }
                options.put(option.name(), value);
            }
            default -> {
                if (option.kind() == NodeOption.Kind.LIST) {
                    @SuppressWarnings("unchecked")
                    var list = (List<String>) options.computeIfAbsent(option.name(), _ -> new ArrayList<String>());
                    list.add(value);
                } else {
                    options.put(option.name(), value);
                }
            }
        }
    }

    private void readV8Flag(String word, String name, String value) throws BadOption {
        String flag = name.replace('_', '-');
        String positive = flag.startsWith("--no-") ? "--" + flag.substring(5)
                : flag.startsWith("--no") && knownV8Flags.get().contains("--" + flag.substring(4)) ? "--" + flag.substring(4)
                : flag;
        if (!knownV8Flags.get().contains(positive)) {
            throw new BadOption("bad option: " + word);
        }
        if (flag.equals("--stack-size")) {
            v8StackKiB = Math.max(V8_STACK_KIB, number(word, value));
        }
        v8Flags.add(value == null ? flag : flag + "=" + value);
    }

    private static int number(String word, String value) throws BadOption {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new BadOption("illegal value for flag " + word);
        }
    }

    /** Words of NODE_OPTIONS: separated by spaces, double quotes keep them together, a backslash quotes inside these. */
    static List<String> words(String text) throws BadOption {
        var words = new ArrayList<String>();
        var word = new StringBuilder();
        boolean quoted = false;
        boolean started = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && quoted) {
                if (++i == text.length()) {
                    throw new BadOption("invalid value for NODE_OPTIONS (invalid escape)");
                }
                word.append(text.charAt(i));
            } else if (c == '"') {
                quoted = !quoted;
                started = true;
            } else if (c == ' ' && !quoted) {
                if (started) {
                    words.add(word.toString());
                }
                word.setLength(0);
                started = false;
            } else {
                word.append(c);
                started = true;
            }
        }
        if (quoted) {
            throw new BadOption("invalid value for NODE_OPTIONS (unterminated string)");
        }
        if (started) {
            words.add(word.toString());
        }
        return words;
    }

    boolean has(String name) {
        return Boolean.TRUE.equals(options.get(name));
    }

    Map<String, Object> options() {
        return options;
    }

    List<String> v8Flags() {
        return v8Flags;
    }

    List<String> execArgv() {
        return execArgv;
    }

    /** The script and what follows it. */
    List<String> arguments() {
        return arguments;
    }

    int v8StackKiB() {
        return v8StackKiB;
    }
}
