package dev.gyre.regexp.lint;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Where the lines of a text begin. Lines and columns count from 1. */
final class Lines {
    private final List<Integer> starts = new ArrayList<>();

    Lines(String text) {
        starts.add(0);
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
            starts.add(end + 1);
        }
    }

    int line(int at) {
        int found = Collections.binarySearch(starts, at);
        return found >= 0 ? found + 1 : -found - 1;
    }

    int column(int at) {
        return at - starts.get(line(at) - 1) + 1;
    }
}
