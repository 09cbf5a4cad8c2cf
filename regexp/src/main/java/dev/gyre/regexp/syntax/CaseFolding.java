package dev.gyre.regexp.syntax;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the flag i adds to a set: characters that are the same as a member when case is ignored. Without u and v, JavaScript
 * compares upper-case forms of single code units and never takes a character above ASCII for one in ASCII; with them, it
 * compares simple case foldings.
 */
final class CaseFolding {
    /** No character above has a case. */
    private static final int LAST = 0x1E943;

    private CaseFolding() {}

    /** Each character with the others of its kind, of those that have any. */
    private static final class Table {
        static final Map<Integer, List<Integer>> UNITS = make(false);
        static final Map<Integer, List<Integer>> UNICODE = make(true);

        private static Map<Integer, List<Integer>> make(boolean isUnicode) {
            var byForm = new HashMap<Integer, List<Integer>>();
            int last = isUnicode ? LAST : Character.MAX_VALUE;
            for (int c = 0; c <= last; c++) {
                if (Character.toUpperCase(c) != c || Character.toLowerCase(c) != c) {
                    int form = isUnicode ? fold(c) : upper(c);
                    byForm.computeIfAbsent(form, _ -> new ArrayList<>()).add(c);
                    if (form != c) {
                        List<Integer> kin = byForm.get(form);
                        if (!kin.contains(form)) {
                            kin.add(form);
                        }
                    }
                }
            }
            var kin = new HashMap<Integer, List<Integer>>();
            for (List<Integer> members : byForm.values()) {
                if (members.size() > 1) {
                    members.forEach(member -> kin.put(member, members));
                }
            }
            return kin;
        }

        private static int fold(int c) {
            return c == 0x130 || c == 0x131 ? c : Character.toLowerCase(Character.toUpperCase(c));
        }

        private static int upper(int c) {
            String upper = new String(Character.toChars(c)).toUpperCase(java.util.Locale.ROOT);
            if (upper.length() != 1) {
                return c;
            }
            int form = upper.charAt(0);
            return c >= 128 && form < 128 ? c : form;
        }
    }

    static CodePoints close(CodePoints set, boolean isUnicode) {
        var added = new ArrayList<int[]>();
        Map<Integer, List<Integer>> table = isUnicode ? Table.UNICODE : Table.UNITS;
        table.forEach((c, kin) -> {
            if (set.has(c)) {
                for (int other : kin) {
                    added.add(new int[] {other, other});
                }
            }
        });
        return added.isEmpty() ? set : set.or(CodePoints.ofRanges(added));
    }
}
