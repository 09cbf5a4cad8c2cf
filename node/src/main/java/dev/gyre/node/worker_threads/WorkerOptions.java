package dev.gyre.node.worker_threads;

import dev.gyre.node.bridge.limit.CallbackLimit;
import dev.gyre.node.options.NodeOption;
import dev.gyre.node.options.NodeOption.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The options of one worker, read from its {@code execArgv} or its NODE_OPTIONS. They are Node's options without those that
 * hold for the whole process; V8's flags are the process's too.
 */
final class WorkerOptions {
    private static final String NOT_IN_ENVIRONMENT = " is not allowed in NODE_OPTIONS";

    /** What only the command line can say. */
    private static final Set<String> OF_PROCESS = Set.of("""
            --build-sea --completion-bash --debug-arraybuffer-allocations --disable-proto --disable-wasm-trap-handler
            --enable-fips --experimental-sea-config --force-fips --help --icu-data-dir --node-memory-debug --node-snapshot
            --openssl-config --openssl-legacy-provider --openssl-shared-config --report-compact --report-dir
            --report-filename --report-on-fatalerror --run --secure-heap --secure-heap-min --security-revert
            --snapshot-blob --title --tls-cipher-list --trace-event-categories --trace-event-file-pattern --trace-sigint
            --use-bundled-ca --use-largepages --use-openssl-ca --v8-options --v8-pool-size --version --zero-fill-buffers
            """.strip().split("\\s+"));

    /** What the command was asked to run, which is not for its workers. */
    private static final Set<String> OF_COMMAND =
            Set.of("--eval", "--print", "--check", "--interactive", "--embedded-session", "--title");

    private final boolean fromEnvironment;
    private final Map<String, Object> options = new LinkedHashMap<>();
    private final List<String> unknown = new ArrayList<>();
    private final List<String> errors = new ArrayList<>();
    private int wordsRead;

    private WorkerOptions(boolean fromEnvironment) {
        this.fromEnvironment = fromEnvironment;
    }

    /** Reading ends at the first word that is no option, as in Node: what follows is neither used nor wrong. */
    static WorkerOptions ofWords(List<String> words) {
        var read = new WorkerOptions(false);
        var left = new ArrayDeque<>(words);
        while (!left.isEmpty()
                && left.peek().startsWith("-")
                && !left.peek().equals("-")
                && !left.peek().equals("--")) {
            read.readWord(left.poll(), left);
        }
        read.wordsRead = words.size() - left.size();
        return read;
    }

    static WorkerOptions ofEnvironment(String nodeOptions) {
        var read = new WorkerOptions(true);
        try {
            read.readAll(NodeOption.words(nodeOptions));
        } catch (IllegalArgumentException e) {
            read.errors.add(String.valueOf(e.getMessage()));
        }
        return read;
    }

    private void readAll(List<String> words) {
        var left = new ArrayDeque<>(words);
        while (!left.isEmpty()) {
            readWord(left.poll(), left);
        }
    }

    /** The parent's options, for a worker that was given none of its own. */
    static Map<String, Object> inherited(Map<String, Object> parents) {
        var options = new LinkedHashMap<>(parents);
        options.keySet().removeAll(OF_COMMAND);
        return options;
    }

    /** What holds for the whole process, however the worker is started. */
    static Map<String, Object> ofProcess(Map<String, Object> parents) {
        var options = inherited(parents);
        options.keySet().removeIf(name -> NodeOption.named(name) != null && !OF_PROCESS.contains(name));
        options.keySet().removeIf(name -> name.startsWith("--no-"));
        return options;
    }

    /** Option names with dashes to true, false, a String or a List of strings. */
    Map<String, Object> options() {
        return options;
    }

    /** How many of the words are options and their values; the worker's {@code process.execArgv} has no others. */
    int wordsRead() {
        return wordsRead;
    }

    /** What is wrong with the words; empty if nothing is. */
    List<String> complaints() {
        return errors.isEmpty() ? unknown : errors;
    }

    private void readWord(String word, ArrayDeque<String> left) {
        int equals = word.startsWith("--") ? word.indexOf('=') : -1;
        String written = equals < 0 ? word : word.substring(0, equals);
        @Nullable String value = equals < 0 ? null : word.substring(equals + 1);
        boolean negated = written.startsWith("--no-") || written.startsWith("--no_");
        String name = "--"
                + written.substring(negated ? "--no-".length() : Math.min(2, written.length()))
                        .replace('_', '-');
        if (!written.startsWith("--")) {
            name = written;
        }
        List<String> alias = negated ? null : NodeOption.alias(value == null ? name : name + "=");
        if (alias == null && !negated) {
            alias = NodeOption.alias(name);
        }
        NodeOption option = NodeOption.named(alias == null ? name : alias.getFirst());
        if (option == null || OF_PROCESS.contains(option.name()) || (fromEnvironment && !option.inEnvironment())) {
            refuse(word, written);
        } else if (option.isMissing() && !negated) {
            errors.add("bad option: " + written + " (Gyre does not support it)");
        } else {
            readOption(option, negated, word, value, left);
            if (alias != null) {
                alias.stream().skip(1).filter(WorkerOptions::isFlag).forEach(flag -> options.put(flag, true));
            }
        }
    }

    /** {@code --inspect-brk=0} stands for a port and a flag. */
    private static boolean isFlag(String name) {
        NodeOption option = NodeOption.named(name);
        return option != null && option.kind() == Kind.FLAG;
    }

    private void refuse(String word, String written) {
        if (fromEnvironment) {
            errors.add(written + (word.equals(written) ? "" : "=") + NOT_IN_ENVIRONMENT);
        } else {
            unknown.add(word);
        }
    }

    private void readOption(
            NodeOption option, boolean negated, String word, @Nullable String given, ArrayDeque<String> left) {
        Kind kind = option.kind();
        if (kind == Kind.NOTHING || kind == Kind.V8) {
            return;
        }
        if (kind == Kind.FLAG) {
            options.put(option.name(), !negated);
            options.put("--no-" + option.name().substring(2), negated);
            return;
        }
        if (negated) {
            errors.add(word + " is an invalid negation because it is not a boolean option");
            return;
        }
        String value = given;
        if (value == null && !left.isEmpty() && !left.peek().startsWith("-")) {
            value = left.poll();
        }
        if (value == null || value.isEmpty()) {
            errors.add(word + " requires an argument");
        } else if (option.name().equals(CallbackLimit.OPTION) && !CallbackLimit.isOption(value)) {
            errors.add(CallbackLimit.complaint(value));
        } else if (kind == Kind.LIST) {
            @SuppressWarnings("unchecked")
            var list = (List<String>) options.computeIfAbsent(option.name(), _ -> new ArrayList<String>());
            list.add(value);
        } else {
            options.put(option.name(), kind == Kind.NUMBER ? (Object) number(value) : value);
        }
    }

    /** As C's atoll: the digits at the beginning, 0 where there are none. */
    private static long number(String text) {
        int end = 0;
        while (end < text.length() && end < 18 && Character.isDigit(text.charAt(end))) {
            end++;
        }
        return end == 0 ? 0 : Long.parseLong(text.substring(0, end));
    }
}
