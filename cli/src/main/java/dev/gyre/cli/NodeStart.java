package dev.gyre.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** {@code gyre node [options]}: the core's own program, whose arguments these are. */
final class NodeStart {
    private static final String PROGRAM = "process.getBuiltinModule('gyre:pool/node').main()";

    private NodeStart() {}

    /** A program called "node" is run as ./node, or with arguments that are no options. */
    static boolean isAskedFor(String[] words) {
        return words.length > 0 && words[0].equals("node") && (words.length == 1 || words[1].startsWith("-"));
    }

    static String[] commandLine(String[] words) {
        var line = new ArrayList<>(List.of("-e", PROGRAM, "--"));
        line.addAll(Arrays.asList(words).subList(1, words.length));
        return line.toArray(String[]::new);
    }
}
