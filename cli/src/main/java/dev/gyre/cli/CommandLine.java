package dev.gyre.cli;

import dev.gyre.node.PoolAlarm;
import dev.gyre.node.bridge.limit.CallbackLimit;
import dev.gyre.node.options.NodeOption;
import dev.gyre.node.options.NodeOption.Kind;
import dev.gyre.node.watch.WatchedRuntime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The command line as Node reads it: options up to the script, then the script and its arguments. What is none of
 * Node's options is taken for one of V8's. NODE_OPTIONS is read first, in the same way, but allows fewer of them.
 */
final class CommandLine {
    private static final int V8_STACK_KIB = 984;
    private static final String INSPECTOR_PLACE = "--inspect-port";
    private static final String HEAP_PERCENTAGE = "--max-old-space-size-percentage";
    private static final String V8_FLAGS = "[v8-flags]"; // no option can have this name
    private static final String NOT_IN_ENVIRONMENT = " is not allowed in NODE_OPTIONS";

    private final V8Flags v8;
    private final Map<String, Object> options = new LinkedHashMap<>();
    private final List<String> execArgv = new ArrayList<>();
    private final List<EnvFiles.Named> envFiles = new ArrayList<>();
    private List<String> arguments = List.of();

    private CommandLine(Supplier<Map<String, String>> v8FlagTypes) {
        v8 = new V8Flags(v8FlagTypes);
    }

    /** @param v8FlagTypes the names of V8's flags and their types; asked for only if there are any */
    static CommandLine parse(String[] args, Map<String, String> environment, Supplier<Map<String, String>> v8FlagTypes)
            throws BadOption {
        CommandLine line = parse(args, environment, v8FlagTypes, null);
        boolean hasConfig = line.options.containsKey(ConfigFile.OPTION);
        if (hasConfig || line.options.containsKey("--env-file") || line.options.containsKey("--env-file-if-exists")) {
            line = line.parseAgain(args, environment, v8FlagTypes);
        }
        line.check();
        return line;
    }

    /** The files that the options name are read, and then everything again with what is in them. */
    private CommandLine parseAgain(
            String[] args, Map<String, String> environment, Supplier<Map<String, String>> v8FlagTypes)
            throws BadOption {
        Map<String, String> variables = EnvFiles.read(envFiles);
        var all = new LinkedHashMap<>(variables);
        all.putAll(environment);
        Object config = options.get(ConfigFile.OPTION);
        CommandLine line = parse(args, all, v8FlagTypes, config == null ? null : ConfigFile.read(config.toString()));
        if (!envFiles.isEmpty()) {
            line.options.put("[env-files]", variables); // no option can have this name
        }
        return line;
    }

    private static CommandLine parse(
            String[] args,
            Map<String, String> environment,
            Supplier<Map<String, String>> v8FlagTypes,
            @Nullable ConfigFile config)
            throws BadOption {
        var line = new CommandLine(v8FlagTypes);
        line.readVariables(environment);
        if (config != null) {
            if (words(String.join(" ", config.nodeOptions())).size()
                    != config.nodeOptions().size()) {
                throw new BadOption("The number of NODE_OPTIONS doesn't match the number of flags in the config file");
            }
            line.readOptions(new ArrayDeque<>(config.nodeOptions()), true);
        }
        String nodeOptions = environment.getOrDefault("NODE_OPTIONS", "");
        if (!nodeOptions.isBlank()) {
            line.readOptions(new ArrayDeque<>(words(nodeOptions)), true);
        }
        if (config != null) {
            line.readOptions(new ArrayDeque<>(config.others()), false);
        }
        var words = new ArrayDeque<>(List.of(args));
        boolean stopped = line.readOptions(words, false);
        int script = args.length - words.size();
        line.execArgv.addAll(List.of(args).subList(0, stopped ? script - 1 : script));
        line.arguments = List.copyOf(words);
        checkInspectPort(line.options.get(INSPECTOR_PLACE));
        if (stopped && line.options.containsKey("--run")) {
            line.options.put("--run-arguments", line.arguments);
        }
        return line;
    }

    /** The port of {@code host:port}, {@code [address]:port} or {@code port}. */
    private static final Pattern INSPECT_PORT = Pattern.compile("(?:.*:)?([0-9]+)", Pattern.DOTALL);

    private static void checkInspectPort(@Nullable Object place) throws BadOption {
        Matcher matcher = INSPECT_PORT.matcher(place instanceof String text ? text : "");
        if (!matcher.matches()) {
            return;
        }
        String digits = matcher.group(1);
        int port = digits.length() > 9 ? Integer.MAX_VALUE : Integer.parseInt(digits);
        if (port != 0 && (port < 1024 || port > 65535)) {
            throw new BadOption("must be 0 or in range 1024 to 65535.");
        }
    }

    /** Variables that stand for options. */
    private void readVariables(Map<String, String> environment) {
        NodeOption.VARIABLES.forEach((variable, option) -> {
            if ("1".equals(environment.get(variable))) {
                options.put(option, true);
            }
        });
        String warnings = environment.get("NODE_REDIRECT_WARNINGS");
        if (warnings != null && !warnings.isEmpty()) {
            options.put("--redirect-warnings", warnings);
        }
    }

    /** Takes the options off the words; true where two dashes ended them. */
    private boolean readOptions(ArrayDeque<String> words, boolean fromEnvironment) throws BadOption {
        while (!words.isEmpty() && words.peek().length() > 1 && words.peek().startsWith("-")) {
            String word = words.poll();
            if (word.equals("--")) {
                if (fromEnvironment) {
                    throw new BadOption(word + NOT_IN_ENVIRONMENT);
                }
                return true;
            }
            readOption(word, words, fromEnvironment);
        }
        return false;
    }

    private void readOption(String word, ArrayDeque<String> words, boolean fromEnvironment) throws BadOption {
        int equals = word.startsWith("--") ? word.indexOf('=') : -1;
        String written = equals < 0 ? word : word.substring(0, equals);
        String value = equals < 0 ? null : word.substring(equals + 1);
        boolean negated = written.startsWith("--no-") || written.startsWith("--no_");
        String name = negated ? "--" + plain(written.substring("--no-".length())) : plain(written);

        if (name.equals(ConfigFile.OPTION) || name.equals("--experimental-default-config-file")) {
            readConfigOption(name, negated, value, fromEnvironment);
            return;
        }
        List<String> alias = negated ? null : value == null ? null : NodeOption.alias(name + "=");
        alias = alias != null || negated ? alias : NodeOption.alias(name);
        if (alias != null && !alias.getFirst().equals(name)) {
            readAlias(word, alias, value, words, fromEnvironment);
            return;
        }
        List<String> refused = negated ? NodeOption.alias(name) : null;
        NodeOption option = NodeOption.named(refused != null && refused.size() == 1 ? refused.getFirst() : name);
        if (fromEnvironment && (option == null || !option.inEnvironment())) {
            throw new BadOption(written + (equals < 0 ? "" : "=") + NOT_IN_ENVIRONMENT);
        }
        if (option == null || option.kind() == Kind.V8) {
            v8.add(word, plain(written), value);
            return;
        }
        readNodeOption(option, negated, word, value, words, fromEnvironment);
    }

    /** Without a value it is the default file. */
    private void readConfigOption(String name, boolean negated, @Nullable String value, boolean fromEnvironment)
            throws BadOption {
        if (fromEnvironment) {
            throw new BadOption(name + (value == null ? "" : "=") + NOT_IN_ENVIRONMENT);
        }
        if (value != null && !name.equals(ConfigFile.OPTION)) {
            throw new BadOption(name + " does not take an argument");
        }
        if (negated) {
            throw new BadOption(
                    name.replaceFirst("--", "--no-") + " is an invalid negation because it is not a boolean option");
        }
        if (value != null && value.isEmpty()) {
            throw new BadOption(name + "= requires an argument");
        }
        options.put(ConfigFile.OPTION, value == null ? ConfigFile.DEFAULT_NAME : value);
    }

    /** The words that an alias stands for come in its place; a value goes to the first that takes one. */
    private void readAlias(
            String word, List<String> alias, @Nullable String value, ArrayDeque<String> words, boolean fromEnvironment)
            throws BadOption {
        for (int i = 0; i < alias.size(); i++) {
            String part = alias.get(i);
            if (!part.startsWith("--")) {
                continue; // the fixed value of the word before
            }
            NodeOption option = Objects.requireNonNull(NodeOption.named(part), part);
            if (fromEnvironment && !option.inEnvironment()) {
                throw new BadOption(word + NOT_IN_ENVIRONMENT);
            }
            String fixed = i + 1 < alias.size() && !alias.get(i + 1).startsWith("-") ? alias.get(i + 1) : null;
            readNodeOption(option, false, word, fixed != null ? fixed : value, words, fromEnvironment);
        }
    }

    private void readNodeOption(
            NodeOption option,
            boolean negated,
            String word,
            @Nullable String value,
            ArrayDeque<String> words,
            boolean fromEnvironment)
            throws BadOption {
        if (negated && option.kind() != Kind.FLAG) {
            throw new BadOption(word + " is an invalid negation because it is not a boolean option");
        }
        if (option.name().equals("--debug") || option.name().equals("--debug-brk")) {
            throw new BadOption("[DEP0062]: `node --debug` and `node --debug-brk` are invalid. "
                    + "Please use `node --inspect` and `node --inspect-brk` instead.");
        }
        if (option.isMissing() && !negated) {
            String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
            String complaint = fromEnvironment ? name + NOT_IN_ENVIRONMENT : "bad option: " + name;
            String cure =
                    option.name().contains("-sea") ? "; ./gyre --package makes an archive to run without Java" : "";
            throw new BadOption(complaint + " (Gyre does not support it" + cure + ")");
        }
        switch (option.kind()) {
            case FLAG -> set(option.name(), !negated);
            case NOTHING, V8 -> {}
            case VALUE -> {
                String given = valueOf(option, word, value, words);
                options.put(option.name(), option.name().equals(INSPECTOR_PLACE) ? place(given) : given);
            }
            case NUMBER -> options.put(option.name(), number(take(word, value, words)));
            case LIST -> {
                @SuppressWarnings("unchecked")
                var list = (List<String>) options.computeIfAbsent(option.name(), _ -> new ArrayList<String>());
                list.add(take(word, value, words));
                if (option.name().startsWith("--env-file")) {
                    envFiles.add(
                            new EnvFiles.Named(list.getLast(), option.name().equals("--env-file")));
                }
            }
        }
        if (option.name().equals("--print") && value == null && !word.equals("-pe") && hasValue(words)) {
            options.put("--eval", take(word, null, words));
        }
    }

    /** A port alone leaves the inspector at the host that was named before. */
    private String place(String given) {
        String before = (String) options.getOrDefault(INSPECTOR_PLACE, "");
        boolean isPort = given.chars().allMatch(Character::isDigit);
        int host = before.startsWith("[") ? before.indexOf(']') + 1 : before.lastIndexOf(':');
        return isPort && host > 0 ? before.substring(0, host) + ":" + given : given;
    }

    private void set(String flag, boolean on) {
        options.put(flag, on);
        options.put("--no-" + flag.substring(2), !on);
    }

    private static boolean hasValue(ArrayDeque<String> words) {
        return !words.isEmpty() && !words.peek().startsWith("-");
    }

    /** {@code --run} without a value lists the scripts there are. */
    private static String valueOf(NodeOption option, String word, @Nullable String value, ArrayDeque<String> words)
            throws BadOption {
        boolean isMissing = value != null ? value.isEmpty() : !hasValue(words);
        return isMissing && option.name().equals("--run") ? "" : take(word, value, words);
    }

    private static String take(String word, @Nullable String value, ArrayDeque<String> words) throws BadOption {
        if (value != null ? value.isEmpty() : !hasValue(words)) {
            throw new BadOption(word + " requires an argument");
        }
        String taken = value != null ? value : words.poll();
        return value == null && taken.startsWith("\\-") ? taken.substring(1) : taken;
    }

    /** As C's atoll: the digits at the beginning, 0 where there are none. */
    private static long number(String text) {
        int end = text.startsWith("-") ? 1 : 0;
        while (end < text.length() && end < 18 && Character.isDigit(text.charAt(end))) {
            end++;
        }
        return end == 0 || text.substring(0, end).equals("-") ? 0 : Long.parseLong(text.substring(0, end));
    }

    private static String plain(String name) {
        return name.startsWith("--")
                ? "--" + name.substring(2).replace('_', '-')
                : name.startsWith("-") ? name : name.replace('_', '-');
    }

    // ---- what goes together

    private void notBoth(String one, String other) throws BadOption {
        if (has(one) && has(other)) {
            throw new BadOption("either " + one + " or " + other + " can be used, not both");
        }
    }

    private void check() throws BadOption {
        v8.check();
        if (has("--check") && options.containsKey("--eval")) {
            throw new BadOption("either --check or --eval can be used, not both");
        }
        notBoth("--use-openssl-ca", "--use-bundled-ca");
        notBoth("--use-openssl-ca", "--use-system-ca");
        notBoth("--tls-min-v1.3", "--tls-max-v1.2");
        oneOf(
                "--unhandled-rejections",
                Set.of("throw", "strict", "warn", "none", "warn-with-error-code"),
                "invalid value for --unhandled-rejections");
        oneOf(
                "--input-type",
                Set.of("module", "commonjs", "module-typescript", "commonjs-typescript"),
                "--input-type must be \"module\",\"commonjs\", \"module-typescript\" or \"commonjs-typescript\"");
        goesWith("--cpu-prof", List.of("--cpu-prof-name", "--cpu-prof-dir", "--cpu-prof-interval"));
        goesWith("--heap-prof", List.of("--heap-prof-name", "--heap-prof-dir", "--heap-prof-interval"));
        oneOf("--trace-require-module", Set.of("all", "no-node-modules"), "invalid value for --trace-require-module");
        if (options.get("--security-revert") instanceof List<?> reverts) {
            // None of the changes that Node's versions can take back was made here.
            throw new BadOption(
                    "Error: Attempt to revert an unknown CVE [" + reverts.getFirst() + "]",
                    BadOption.EXIT_BAD_V8_OPTION);
        }
        if (options.containsKey("--vfs-mount") && !has("--experimental-vfs")) {
            throw new BadOption("--vfs-mount requires --experimental-vfs");
        }
        if (heapPercentage() != null && !HeapLimit.isPercentage(heapPercentage())) {
            throw new BadOption(HEAP_PERCENTAGE + " must be greater than 0 and up to 100. Got: " + heapPercentage());
        }
        if (options.get(CallbackLimit.OPTION) instanceof String limit && !CallbackLimit.isOption(limit)) {
            throw new BadOption(CallbackLimit.complaint(limit));
        }
        setFromEnvironment("GYRE_BLOCK_WARN", WatchedRuntime.WARN_OPTION);
        setFromEnvironment("GYRE_POOL_WARN", PoolAlarm.OPTION);
        for (String name : List.of(WatchedRuntime.WARN_OPTION, PoolAlarm.OPTION)) {
            if (options.get(name) instanceof String value && !WatchedRuntime.isWarnOption(value)) {
                throw new BadOption(name + " must be a number of milliseconds, 0 to turn it off. Got: " + value);
            }
        }
        checkSecureHeap();
        oneOf("--use-largepages", Set.of("off", "on", "silent"), "invalid value for --use-largepages");
        if (!Set.of("delete", "throw").contains(options.getOrDefault("--disable-proto", "delete"))) {
            throw new BadOption("invalid mode passed to --disable-proto", BadOption.EXIT_BAD_V8_OPTION);
        }
        checkTestsAndWatch();
        for (String name : List.of("abort-on-uncaught-exception", "disallow-code-generation-from-strings")) {
            v8.take(name).ifPresent(on -> set("--" + name, on));
        }
        if (v8.takeJitless()) {
            set("--jitless", true);
        }
    }

    private void checkTestsAndWatch() throws BadOption {
        boolean watchesPaths = options.containsKey("--watch-path");
        if (watchesPaths) {
            set("--watch", true);
        }
        boolean evaluates = options.containsKey("--eval");
        for (String mode : List.of("--test", "--watch")) {
            notBoth(mode, "--check");
            if (has(mode) && evaluates) {
                throw new BadOption("either " + mode + " or --eval can be used, not both");
            }
            notBoth(mode, "--interactive");
        }
        if (has("--test")) {
            if (!Set.of("process", "none").contains(options.getOrDefault("--test-isolation", "process"))) {
                throw new BadOption("invalid value for --test-isolation");
            }
            if (watchesPaths) {
                throw new BadOption("--watch-path cannot be used in combination with --test");
            }
        }
        notBoth("--watch", "--test-force-exit");
        if (!v8.flags().isEmpty()) {
            options.put(V8_FLAGS, v8.flags()); // a process for a file of tests gets the same
        }
    }

    private long numberOf(String name, long otherwise) {
        Object value = options.get(name);
        return value == null ? otherwise : Long.parseLong(value.toString());
    }

    /** OpenSSL ends the process if these are no powers of two. */
    private void checkSecureHeap() throws BadOption {
        long size = numberOf("--secure-heap", 0);
        if (size < 2) {
            return;
        }
        long least = numberOf("--secure-heap-min", 2);
        var complaints = new ArrayList<String>();
        if (Long.bitCount(size) != 1) {
            complaints.add("--secure-heap must be a power of 2");
        }
        if (Long.bitCount(Math.max(2, Math.min(size, least))) != 1) {
            complaints.add("--secure-heap-min must be a power of 2");
        }
        if (!complaints.isEmpty()) {
            throw new BadOption(String.join("\n" + Image.argv0() + ": ", complaints));
        }
    }

    private void setFromEnvironment(String variable, String name) {
        String value = System.getenv(variable);
        if (value != null && !value.isEmpty() && !options.containsKey(name)) {
            options.put(name, value);
        }
    }

    private void goesWith(String flag, List<String> names) throws BadOption {
        for (String name : names) {
            if (options.containsKey(name) && !has(flag)) {
                throw new BadOption(name + " must be used with " + flag);
            }
        }
    }

    private void oneOf(String name, Set<String> values, String complaint) throws BadOption {
        Object value = options.get(name);
        if (value != null && !values.contains(value)) {
            throw new BadOption(complaint);
        }
    }

    static List<String> words(String text) throws BadOption {
        try {
            return NodeOption.words(text);
        } catch (IllegalArgumentException e) {
            throw new BadOption(Objects.requireNonNull(e.getMessage()));
        }
    }

    // ---- what was read

    boolean has(String name) {
        return Boolean.TRUE.equals(options.get(name));
    }

    /** Whether V8's linear engine takes over from regular expressions that go back too often. */
    boolean hasRegexpGuard() {
        return !Boolean.FALSE.equals(options.get("--regexp-guard"));
    }

    Map<String, Object> options() {
        return options;
    }

    /** What was given as a share of the memory for the heap, or null. */
    @Nullable
    String heapPercentage() {
        return (String) options.get(HEAP_PERCENTAGE);
    }

    List<String> v8Flags() {
        return v8.flags();
    }

    List<String> execArgv() {
        return execArgv;
    }

    /** The script and what follows it. */
    List<String> arguments() {
        return arguments;
    }

    /** Whether the word where a script would be is this one. A script of that name is written as a path: {@code ./name}. */
    boolean isCommand(String name) {
        return !arguments.isEmpty()
                && arguments.getFirst().equals(name)
                && !options.containsKey("--eval")
                && !has("--print")
                && !has("--check");
    }

    int v8StackKiB() {
        return Math.max(V8_STACK_KIB, v8.stackKiB());
    }
}
