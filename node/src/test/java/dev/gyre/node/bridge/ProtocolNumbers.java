package dev.gyre.node.bridge;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds numbers of the protocol between the languages that are written by hand, in one source file:
 *
 * <ul>
 *   <li>a constant of its own with a name that {@link Layout} has, in a file that uses the layout or the shared memory;
 *   <li>shared memory that is read or written at a literal place: {@code i32[5]}, {@code words[at + 2]},
 *       {@code block.getInt(20)};
 *   <li>an event, phase or handler that is named by a literal: {@code events[3] =}, {@code onPhase(2, …)},
 *       {@code runtime.post(1, …)};
 *   <li>a name that the layout does not have.
 * </ul>
 */
final class ProtocolNumbers {
    /** How core files name their views of shared memory. */
    private static final String VIEWS = "(?:i32|f64|ints|words|shared|lists|left|block|doubles)";

    private static final String NUMBER = "(?:0[xX][0-9a-fA-F]+|\\d+)";

    private static final List<Pattern> LITERAL_USES = List.of(
            Pattern.compile("\\b" + VIEWS + "\\[" + NUMBER + "\\]"),
            Pattern.compile("\\b" + VIEWS + "\\[[^\\]]*\\+ " + NUMBER + "\\]"),
            Pattern.compile("\\b" + VIEWS + "\\.(?:get|put)(?:Int|Double|Long)?\\((?:[^,()]*\\+ )?" + NUMBER + "[,)]"),
            Pattern.compile("\\b(?:events|handlers|phases)\\[" + NUMBER + "\\]"),
            Pattern.compile("\\b(?:onEvent|onPhase|post|turn|socketEvent)\\(" + NUMBER + "\\b"),
            Pattern.compile("\\bevent\\(\\w+, " + NUMBER + "\\b"));

    private static final Pattern SCRIPT_CONSTANT = Pattern.compile(
            "(?:const|let|,) ([A-Z][A-Z0-9_]*) = (?=[-(]?" + NUMBER + ")|\\b([A-Z][A-Z0-9_]*): " + NUMBER + "\\b");

    private static final Pattern JAVA_CONSTANT =
            Pattern.compile("static final (?:int|long|double|short|byte) ([A-Z][A-Z0-9_]*) = (?=[-(]?" + NUMBER + ")");

    private static final Pattern GROUP_OF_SCRIPT =
            Pattern.compile("const \\{([^}]*)\\} =\\s+(?:layout|require\\('internal/layout'\\))\\.(\\w+);");

    private static final Pattern PROTOCOL = Pattern.compile(
            "internal/(?:layout|bridge|slots|net/socket_memory)'|\\bLayout\\b|\\bGyreRuntime\\b|\\bSlot\\b");

    private static final Pattern COMMENT =
            Pattern.compile("/\\*[^*]*\\*+(?:[^/*][^*]*\\*+)*/|(?m)^\\s*//.*$|\\s// .*$");

    private static final Pattern MEMBER =
            Pattern.compile("(?<![\\w.])(?:layout\\.)?([A-Z][a-z]\\w+)\\.([A-Z][A-Z0-9_]*)\\b");

    private static final Set<String> NAMES = names();

    private static final Set<String> GROUPS = Arrays.stream(Layout.class.getDeclaredClasses())
            .map(Class::getSimpleName)
            .collect(Collectors.toSet());

    private ProtocolNumbers() {}

    /** What is wrong in a file, one text each. */
    static List<String> in(String file, String source) {
        var found = new ArrayList<String>();
        if (!PROTOCOL.matcher(source).find()) {
            return found;
        }
        boolean isScript = file.endsWith(".js");
        String code = withoutComments(source);
        for (Pattern use : LITERAL_USES) {
            Matcher uses = use.matcher(code);
            while (uses.find()) {
                found.add(file + ": " + uses.group());
            }
        }
        Matcher constants = (isScript ? SCRIPT_CONSTANT : JAVA_CONSTANT).matcher(code);
        while (constants.find()) {
            String name = constants.group(1) != null || !isScript ? constants.group(1) : constants.group(2);
            if (NAMES.contains(name)) {
                found.add(file + ": " + name + " has a number of its own");
            }
        }
        if (isScript) {
            addUnknownNames(found, file, code);
        }
        return found;
    }

    private static void addUnknownNames(List<String> found, String file, String code) {
        Matcher groups = GROUP_OF_SCRIPT.matcher(code);
        while (groups.find()) {
            for (String part : groups.group(1).split(",")) {
                String name = part.strip().split(":")[0];
                if (!name.isEmpty() && !has(groups.group(2), name)) {
                    found.add(file + ": the layout has no " + groups.group(2) + "." + name);
                }
            }
        }
        Matcher members = MEMBER.matcher(code);
        while (members.find()) {
            if (GROUPS.contains(members.group(1)) && !has(members.group(1), members.group(2))) {
                found.add(file + ": the layout has no " + members.group());
            }
        }
    }

    private static boolean has(String group, String name) {
        for (Class<?> known : Layout.class.getDeclaredClasses()) {
            if (known.getSimpleName().equals(group)) {
                for (Field field : known.getDeclaredFields()) {
                    if (field.getName().equals(name)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static String withoutComments(String source) {
        return COMMENT.matcher(source).replaceAll("");
    }

    private static Set<String> names() {
        var names = new TreeSet<String>();
        for (Class<?> group : Layout.class.getDeclaredClasses()) {
            for (Field field : group.getDeclaredFields()) {
                names.add(field.getName());
            }
        }
        return names;
    }
}
