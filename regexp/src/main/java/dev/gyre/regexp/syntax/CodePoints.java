package dev.gyre.regexp.syntax;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** An immutable set of code points, as sorted ranges that don't touch. */
public final class CodePoints {
    public static final int MAX = Character.MAX_CODE_POINT;
    public static final CodePoints NONE = new CodePoints(new int[0]);
    public static final CodePoints ALL = range(0, MAX);
    public static final CodePoints LINE_TERMINATORS = of('\n', '\r', 0x2028, 0x2029);
    public static final CodePoints DIGITS = range('0', '9');
    public static final CodePoints WORD =
            DIGITS.or(range('a', 'z')).or(range('A', 'Z')).or(of('_'));
    public static final CodePoints SPACE = range(9, 13)
            .or(of(' ', 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF))
            .or(range(0x2000, 0x200A));

    /** First and last of each range in turn. */
    private final int[] bounds;

    private CodePoints(int[] bounds) {
        this.bounds = bounds;
    }

    public static CodePoints range(int first, int last) {
        return new CodePoints(new int[] {first, last});
    }

    public static CodePoints of(int... codePoints) {
        var ranges = new ArrayList<int[]>();
        for (int codePoint : codePoints) {
            ranges.add(new int[] {codePoint, codePoint});
        }
        return ofRanges(ranges);
    }

    /** The union of ranges in any order. */
    public static CodePoints ofRanges(List<int[]> ranges) {
        var sorted = new ArrayList<>(ranges);
        sorted.sort((a, b) -> Integer.compare(a[0], b[0]));
        int[] joined = new int[sorted.size() * 2];
        int size = 0;
        for (int[] range : sorted) {
            if (size > 0 && range[0] <= joined[size - 1] + 1) {
                joined[size - 1] = Math.max(joined[size - 1], range[1]);
            } else {
                joined[size++] = range[0];
                joined[size++] = range[1];
            }
        }
        return new CodePoints(Arrays.copyOf(joined, size));
    }

    public CodePoints or(CodePoints other) {
        var ranges = ranges();
        ranges.addAll(other.ranges());
        return ofRanges(ranges);
    }

    public CodePoints not() {
        int[] inverse = new int[bounds.length + 2];
        int size = 0;
        int next = 0;
        for (int i = 0; i < bounds.length; i += 2) {
            if (bounds[i] > next) {
                inverse[size++] = next;
                inverse[size++] = bounds[i] - 1;
            }
            next = bounds[i + 1] + 1;
        }
        if (next <= MAX) {
            inverse[size++] = next;
            inverse[size++] = MAX;
        }
        return new CodePoints(Arrays.copyOf(inverse, size));
    }

    public CodePoints and(CodePoints other) {
        var common = new ArrayList<int[]>();
        int i = 0;
        int j = 0;
        while (i < bounds.length && j < other.bounds.length) {
            int first = Math.max(bounds[i], other.bounds[j]);
            int last = Math.min(bounds[i + 1], other.bounds[j + 1]);
            if (first <= last) {
                common.add(new int[] {first, last});
            }
            if (bounds[i + 1] < other.bounds[j + 1]) {
                i += 2;
            } else {
                j += 2;
            }
        }
        return ofRanges(common);
    }

    public CodePoints minus(CodePoints other) {
        return and(other.not());
    }

    public boolean has(int codePoint) {
        int low = 0;
        int high = bounds.length / 2 - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (codePoint < bounds[2 * middle]) {
                high = middle - 1;
            } else if (codePoint > bounds[2 * middle + 1]) {
                low = middle + 1;
            } else {
                return true;
            }
        }
        return false;
    }

    public boolean isEmpty() {
        return bounds.length == 0;
    }

    /** The only member, or -1 where there are none or several. */
    public int single() {
        return bounds.length == 2 && bounds[0] == bounds[1] ? bounds[0] : -1;
    }

    /** A new list. */
    public List<int[]> ranges() {
        var ranges = new ArrayList<int[]>(bounds.length / 2);
        for (int i = 0; i < bounds.length; i += 2) {
            ranges.add(new int[] {bounds[i], bounds[i + 1]});
        }
        return ranges;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CodePoints that && Arrays.equals(bounds, that.bounds);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bounds);
    }

    @Override
    public String toString() {
        var text = new StringBuilder("[");
        for (int i = 0; i < bounds.length; i += 2) {
            text.append(i == 0 ? "" : " ").append(Integer.toHexString(bounds[i]));
            if (bounds[i] != bounds[i + 1]) {
                text.append('-').append(Integer.toHexString(bounds[i + 1]));
            }
        }
        return text.append(']').toString();
    }
}
