package dev.gyre.regexp.syntax;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The capturing groups of an expression, found before it is parsed: {@code \1} and {@code \k} mean one thing where there is
 * such a group, even further on, and another where there is none.
 */
final class GroupNames {
    private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
    private static final int ZERO_WIDTH_JOINER = 0x200D;

    /** One group: its number, and at each level of alternatives around it, which list it is in and which of them. */
    private record Named(int number, List<int[]> alternatives) {}

    private final Map<String, List<Named>> byName = new LinkedHashMap<>();
    private int count;

    /** @throws RegexpSyntaxException where a name is wrong, or two groups that may both match share one */
    GroupNames(String source, Flags flags) {
        var cursor = new Cursor(source, flags.isUnicode());
        var alternatives = new ArrayList<int[]>(); // of the groups around the cursor
        int lists = 0;
        alternatives.add(new int[] {lists++, 0});
        int depthOfClass = 0;
        while (!cursor.isAtEnd()) {
            int c = cursor.next();
            if (c == '\\') {
                cursor.next();
            } else if (depthOfClass > 0) {
                depthOfClass += c == '[' && flags.has('v') ? 1 : c == ']' ? -1 : 0;
            } else if (c == '[') {
                depthOfClass = 1;
            } else if (c == '|') {
                int[] inner = alternatives.getLast();
                alternatives.set(alternatives.size() - 1, new int[] {inner[0], inner[1] + 1});
            } else if (c == ')' && alternatives.size() > 1) {
                alternatives.removeLast();
            } else if (c == '(') {
                boolean isNamed = cursor.looksAt("?<") && cursor.ahead(2) != '=' && cursor.ahead(2) != '!';
                if (isNamed || !cursor.looksAt("?")) {
                    count++;
                }
                if (isNamed) {
                    cursor.skip("?<");
                    add(read(cursor), List.copyOf(alternatives), cursor);
                }
                alternatives.add(new int[] {lists++, 0});
            }
        }
    }

    private void add(String name, List<int[]> alternatives, Cursor cursor) {
        List<Named> others = byName.computeIfAbsent(name, _ -> new ArrayList<>());
        for (Named other : others) {
            if (!excludeEachOther(other.alternatives, alternatives)) {
                throw cursor.error("two groups are called " + name);
            }
        }
        others.add(new Named(count, alternatives));
    }

    private static boolean excludeEachOther(List<int[]> a, List<int[]> b) {
        for (int i = 0; i < Math.min(a.size(), b.size()) && a.get(i)[0] == b.get(i)[0]; i++) {
            if (a.get(i)[1] != b.get(i)[1]) {
                return true;
            }
        }
        return false;
    }

    int count() {
        return count;
    }

    boolean hasNames() {
        return !byName.isEmpty();
    }

    /** The numbers of the groups of this name; empty where there are none. */
    List<Integer> numbers(String name) {
        return byName.getOrDefault(name, List.of()).stream().map(Named::number).toList();
    }

    /** Reads a name and the {@code >} after it. */
    static String read(Cursor cursor) {
        var name = new StringBuilder();
        while (!cursor.skip('>')) {
            int c = cursor.nextCodePoint();
            if (c == '\\') {
                c = escaped(cursor);
            }
            boolean isAllowed = name.isEmpty() ? isStart(c) : isPart(c);
            if (!isAllowed) {
                throw cursor.error("invalid name of a group");
            }
            name.appendCodePoint(c);
        }
        if (name.isEmpty()) {
            throw cursor.error("a group's name is missing");
        }
        return name.toString();
    }

    private static int escaped(Cursor cursor) {
        if (!cursor.skip('u')) {
            return Cursor.END;
        }
        int c = cursor.bracedHex();
        if (c >= 0) {
            return c;
        }
        c = cursor.hex(4);
        if (c >= 0 && Character.isHighSurrogate((char) c) && cursor.looksAt("\\u")) {
            cursor.skip("\\u");
            int low = cursor.hex(4);
            return low >= 0 && Character.isLowSurrogate((char) low)
                    ? Character.toCodePoint((char) c, (char) low)
                    : Cursor.END;
        }
        return c;
    }

    private static boolean isStart(int c) {
        return c == '$' || c == '_' || (c >= 0 && Character.isUnicodeIdentifierStart(c));
    }

    private static boolean isPart(int c) {
        return c == '$'
                || c == ZERO_WIDTH_JOINER
                || c == ZERO_WIDTH_NON_JOINER
                || (c >= 0 && Character.isUnicodeIdentifierPart(c) && !Character.isIdentifierIgnorable(c));
    }
}
