package dev.gyre.io;

import java.util.Arrays;

/**
 * Reads folders, one after the other, and sorts their entries by the bytes of the names, as libuv sorts them. An entry is
 * known by its place in {@link #records()}. One thread at a time.
 */
final class FolderReader {
    private final DirentRecords records = new DirentRecords();
    private int[] names = new int[128];
    private int[] spare = {}; // where names are merged to
    private int count;
    private int rises; // how many are behind the one before them
    private boolean isReversed; // the names stand in the opposite order

    DirentRecords records() {
        return records;
    }

    /** How many entries there are, without {@code .} and {@code ..}. */
    int count() {
        return count;
    }

    int name(int i) {
        return names[isReversed ? count - 1 - i : i];
    }

    /** @param path the address of a C string; answers a negative errno if the folder can't be read */
    int read(long path) {
        int fd = Directory.open(path);
        if (fd < 0) {
            return fd;
        }
        records.clear();
        int result;
        do {
            result = records.read(fd);
        } while (result > 0);
        Libc.callInt(Libc.Function.CLOSE, fd);
        count = 0;
        rises = 0;
        for (int name = records.first(); name >= 0; ) {
            name = note(name);
        }
        sort();
        return result;
    }

    /** Answers the name after it. */
    private int note(int name) {
        if (!records.isDots(name)) {
            if (count == names.length) {
                names = Arrays.copyOf(names, 2 * count);
            }
            if (count > 0 && records.compare(names[count - 1], name) < 0) {
                rises++;
            }
            names[count++] = name;
        }
        return records.next(name);
    }

    // ---- sorting

    /** File systems tell the newest entry first, or the oldest, and names are often made in order. Others follow none. */
    private void sort() {
        isReversed = count > 1 && rises == 0;
        if (rises > 0 && rises < count - 1) {
            mergeAll();
        }
    }

    /** Merges runs of names that are in order, two and two, until one is left. */
    private void mergeAll() {
        int[] ends = new int[8];
        int runs = 0;
        for (int end = 0; end < count; ) {
            if (runs == ends.length) {
                ends = Arrays.copyOf(ends, 2 * runs);
            }
            end = endOfRun(end);
            ends[runs++] = end;
        }
        while (runs > 1) {
            runs = mergeRuns(ends, runs);
        }
    }

    /** Where the run that begins here ends; one that goes down is turned round. */
    private int endOfRun(int from) {
        int end = from + 1;
        while (end < count && isBefore(names[end], names[end - 1])) {
            end++;
        }
        if (end > from + 1) {
            reverse(from, end);
            return end;
        }
        while (end < count && isBefore(names[end - 1], names[end])) {
            end++;
        }
        return end;
    }

    private boolean isBefore(int name, int other) {
        return records.compare(name, other) < 0;
    }

    private void reverse(int from, int end) {
        for (int i = from, j = end - 1; i < j; i++, j--) {
            int name = names[i];
            names[i] = names[j];
            names[j] = name;
        }
    }

    private int mergeRuns(int[] ends, int runs) {
        if (spare.length < names.length) {
            spare = new int[names.length];
        }
        int merged = 0;
        int from = 0;
        for (int i = 0; i < runs; i += 2) {
            int end = ends[Math.min(i + 1, runs - 1)];
            merge(from, ends[i], end);
            ends[merged++] = end;
            from = end;
        }
        int[] before = names;
        names = spare;
        spare = before;
        return merged;
    }

    private void merge(int from, int middle, int end) {
        for (int at = from, left = from, right = middle; at < end; at++) {
            boolean takeLeft = right == end || left < middle && isBefore(names[left], names[right]);
            spare[at] = takeLeft ? names[left++] : names[right++];
        }
    }
}
