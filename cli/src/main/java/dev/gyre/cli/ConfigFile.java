package dev.gyre.cli;

import dev.gyre.cli.JsonText.Fields;
import dev.gyre.cli.JsonText.Items;
import dev.gyre.node.options.NodeOption;
import dev.gyre.node.options.NodeOption.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code node.config.json}: options of the command line as JSON. {@code nodeOptions} has those that NODE_OPTIONS may have; the
 * other objects are namespaces, and a namespace that is there turns on the option of its name.
 */
final class ConfigFile {
    static final String OPTION = "--experimental-config-file";
    static final String DEFAULT_NAME = "node.config.json";
    private static final int NODE_MAJOR_VERSION = 26;

    private static final Map<String, Set<String>> NAMESPACES = Map.of(
            "permission",
            words("--permission --allow-fs-read --allow-fs-write --allow-addons --allow-child-process --allow-ffi"
                    + " --allow-inspector --allow-net --allow-wasi --allow-worker --allow-openssl-store"),
            "test",
            words("--test --test-concurrency --test-force-exit --test-timeout --test-update-snapshots"
                    + " --experimental-test-coverage --test-coverage-branches --test-coverage-functions"
                    + " --test-coverage-lines --test-isolation --experimental-test-isolation"
                    + " --experimental-test-module-mocks --experimental-test-snapshots --test-name-pattern --test-reporter"
                    + " --test-reporter-destination --test-only --test-shard --test-skip-pattern"
                    + " --experimental-test-tag-filter --test-coverage-include --test-coverage-include-all"
                    + " --test-coverage-exclude --test-global-setup --test-randomize --test-random-seed"
                    + " --test-rerun-failures"),
            "watch",
            words("--watch --watch-path --watch-kill-signal --watch-preserve-output"));

    private final String path;
    private final List<String> nodeOptions = new ArrayList<>();
    private final List<String> others = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();

    private ConfigFile(String path) {
        this.path = path;
    }

    private static Set<String> words(String text) {
        return Set.of(text.split(" "));
    }

    /** Words as on the command line, of what NODE_OPTIONS may have. */
    List<String> nodeOptions() {
        return nodeOptions;
    }

    /** The same of the namespaces. */
    List<String> others() {
        return others;
    }

    static ConfigFile read(String path) throws BadOption {
        var file = new ConfigFile(path);
        Object root;
        try {
            root = JsonText.read(Files.readString(Path.of(path), StandardCharsets.UTF_8));
        } catch (IOException e) {
            String reason = e instanceof NoSuchFileException ? "no such file or directory" : "i/o error";
            throw new BadOption(path + ": not found").after("Cannot read configuration from " + path + ": " + reason);
        } catch (JsonText.BadJson e) {
            throw file.invalid("Can't parse " + path);
        }
        if (!(root instanceof Fields fields)) {
            throw file.invalid("Root value unexpected not an object for " + path + "\n");
        }
        file.readRoot(fields);
        return file;
    }

    private BadOption invalid(String reason) {
        return new BadOption(path + ": invalid content").after(reason);
    }

    private void readRoot(Fields root) throws BadOption {
        boolean hasConfigs =
                root.list().stream().anyMatch(field -> field.getKey().equals("configs"));
        boolean hasOthers = root.list().stream()
                .anyMatch(field ->
                        !field.getKey().equals("configs") && !field.getKey().equals("$schema"));
        if (hasConfigs && hasOthers) {
            throw invalid("\"configs\" cannot be mixed with other configuration fields for " + path);
        }
        readConfig(root, true);
    }

    private void readConfig(Fields config, boolean mayHaveConfigs) throws BadOption {
        var implied = new ArrayList<String>();
        for (Map.Entry<String, Object> field : config.list()) {
            String name = field.getKey();
            switch (name) {
                case "$schema" -> {}
                case "nodeVersion" -> checkVersion(field.getValue());
                case "configs" -> {
                    if (!mayHaveConfigs) {
                        throw invalid("\"configs\" is not allowed inside a versioned config for " + path);
                    }
                    readConfigs(field.getValue());
                }
                case "testRunner" ->
                    throw invalid("the \"testRunner\" namespace has been removed. Use \"test\" instead.");
                default -> {
                    readNamespace(name, field.getValue());
                    if (NAMESPACES.containsKey(name)) {
                        implied.add("--" + name);
                    }
                }
            }
        }
        for (String flag : implied) {
            if (!seen.contains(flag)) {
                others.add(flag);
            }
        }
    }

    private void checkVersion(Object version) throws BadOption {
        if (!(version instanceof Long number)) {
            throw invalid("\"nodeVersion\" value unexpected for " + path + " (should be an integer)");
        }
        if (number != NODE_MAJOR_VERSION) {
            throw invalid("\"nodeVersion\" " + number + " does not match current Node.js version " + NODE_MAJOR_VERSION
                    + " for " + path);
        }
    }

    /** Of several configurations the one for this version. */
    private void readConfigs(Object value) throws BadOption {
        if (!(value instanceof Items configs)) {
            throw invalid("\"configs\" value unexpected for " + path + " (should be an array)");
        }
        int i = 0;
        for (Object item : configs.list()) {
            String place = "\"configs[" + i++ + "]";
            if (!(item instanceof Fields config)) {
                throw invalid(place + "\" value unexpected for " + path + " (should be an object)");
            }
            Object version = field(config, "nodeVersion");
            if (version == null) {
                throw invalid(place + ".nodeVersion\" is required for " + path);
            }
            if (!(version instanceof Long number)) {
                throw invalid(place + ".nodeVersion\" value unexpected for " + path + " (should be an integer)");
            }
            if (number != NODE_MAJOR_VERSION) {
                continue;
            }
            Object chosen = field(config, "config");
            if (chosen == null) {
                throw invalid(place + ".config\" is required for " + path);
            }
            if (!(chosen instanceof Fields fields)) {
                throw invalid(place + ".config\" value unexpected for " + path + " (should be an object)");
            }
            readConfig(fields, false);
            return;
        }
        throw invalid(
                "No config found for current Node.js version " + NODE_MAJOR_VERSION + " in \"configs\" for " + path);
    }

    private static @Nullable Object field(Fields fields, String name) {
        for (Map.Entry<String, Object> field : fields.list()) {
            if (field.getKey().equals(name)) {
                return field.getValue();
            }
        }
        return null;
    }

    private void readNamespace(String namespace, Object value) throws BadOption {
        boolean isNodeOptions = namespace.equals("nodeOptions");
        if (!isNodeOptions && !NAMESPACES.containsKey(namespace)) {
            throw invalid("Unknown namespace " + namespace);
        }
        if (!(value instanceof Fields fields)) {
            throw invalid("\"" + namespace + "\" value unexpected for " + path + " (should be an object)");
        }
        for (Map.Entry<String, Object> field : fields.list()) {
            String name = "--" + field.getKey();
            NodeOption option = optionOf(name);
            boolean isAllowed = option != null
                    && (isNodeOptions
                            ? option.inEnvironment()
                            : NAMESPACES.getOrDefault(namespace, Set.of()).contains(name));
            if (!isAllowed || option == null) {
                throw invalid("Unknown or not allowed option " + field.getKey() + " for namespace " + namespace);
            }
            if (!seen.add(name)) {
                throw invalid("Option " + name + " is already defined");
            }
            add(option, name, field.getValue(), isNodeOptions ? nodeOptions : others);
        }
    }

    private static @Nullable NodeOption optionOf(String name) {
        NodeOption option = NodeOption.named(name);
        List<String> alias = option == null ? NodeOption.alias(name) : null;
        return alias != null && alias.size() == 1 ? NodeOption.named(alias.getFirst()) : option;
    }

    private void add(NodeOption option, String name, Object value, List<String> words) throws BadOption {
        boolean isWhole = value instanceof Long number
                && (number >= 0 || (!name.equals("--inspect-port") && !name.endsWith("-size")));
        if (option.kind() == Kind.NOTHING) {
            throw invalid("No-op flag " + name + " is currently not supported");
        } else if (name.equals("--stack-trace-limit") && isWhole) {
            words.add(name + "=" + value);
        } else if (option.kind() == Kind.V8) {
            throw invalid("V8 flag " + name + " is currently not supported");
        } else if (option.kind() == Kind.FLAG && value instanceof Boolean isOn) {
            words.add(isOn ? name : "--no-" + name.substring(2));
        } else if (option.kind() == Kind.LIST && value instanceof Items items) {
            for (Object item : items.list()) {
                if (!(item instanceof String text)) {
                    throw invalid("Invalid value for " + name);
                }
                words.add(name + "=" + text);
            }
        } else if ((option.kind() == Kind.NUMBER || name.equals("--inspect-port")) && isWhole) {
            words.add(name + "=" + value);
        } else if ((option.kind() == Kind.LIST || (option.kind() == Kind.VALUE && !name.equals("--inspect-port")))
                && value instanceof String text) {
            words.add(name + "=" + text);
        } else {
            throw invalid("Invalid value for " + name);
        }
    }
}
