package dev.gyre.cli;

import dev.gyre.io.stream.StandardStream;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Colours for {@link Help}: as in Node, heads are bold, options green, variables magenta, and links underlined. */
final class HelpStyle {
    private static final String BOLD = "\033[1m%s\033[22m";
    private static final String OPTION = "\033[1m\033[32m%s\033[39m\033[22m";
    private static final String VARIABLE = "\033[1m\033[35m%s\033[39m\033[22m";
    private static final String LINK = "\033[34m\033[4m%s\033[24m\033[39m";

    /** The name at the beginning of an entry; its explanation comes two spaces later, or in the next line. */
    private static final Pattern NAME = Pattern.compile("(?m)^  (-.*?|[A-Z][A-Z0-9_]+\\S*)(?=  |$)");

    private static final Pattern HEAD = Pattern.compile("(?m)^(Options|Environment):$");
    private static final Pattern USAGE = Pattern.compile("\\AUsage:.*(\n +gyre .*)*");
    private static final Pattern DOCUMENTATION = Pattern.compile("(?<=Documentation: )\\S+|docs/$");
    private static final Set<String> ON = Set.of("", "1", "2", "3", "true");

    private HelpStyle() {}

    /** Whether the output is to have colours. */
    static boolean isWanted(Map<String, String> environment) {
        String forced = environment.get("FORCE_COLOR");
        if (forced != null) {
            return ON.contains(forced);
        }
        return isUnset(environment, "NO_COLOR")
                && isUnset(environment, "NODE_DISABLE_COLORS")
                && !"dumb".equals(environment.get("TERM"))
                && StandardStream.kindOf(1) == StandardStream.Kind.TTY;
    }

    private static boolean isUnset(Map<String, String> environment, String name) {
        return environment.getOrDefault(name, "").isEmpty();
    }

    static String styled(String text) {
        String named = NAME.matcher(text)
                .replaceAll(entry -> Matcher.quoteReplacement(
                        "  " + (entry.group(1).startsWith("-") ? OPTION : VARIABLE).formatted(entry.group(1))));
        return in(LINK, DOCUMENTATION, in(BOLD, HEAD, in(BOLD, USAGE, named)));
    }

    private static String in(String style, Pattern part, String text) {
        return part.matcher(text).replaceAll(found -> Matcher.quoteReplacement(style.formatted(found.group())));
    }
}
