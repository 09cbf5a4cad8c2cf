package dev.gyre.node.napi;

/** How the arguments of a function cross, from its letters: see {@link NodeApi}. */
final class Shape {
    /** Whether Java answers it by itself. */
    final boolean isOwn;

    /** Whether it may run code of the program. */
    final boolean runsCode;

    /** The letters of the arguments that are given. */
    final char[] given;

    /** The letters of the results. */
    final char[] results;

    /** Whether each result has to be asked for. */
    final boolean[] isRequired;

    /** How many words the function is given, with the environment. */
    final int words;

    Shape(String text) {
        isOwn = text.equals("=");
        runsCode = text.startsWith("!");
        String letters = isOwn ? "" : text.substring(runsCode ? 1 : 0);
        int firstResult = 0;
        while (firstResult < letters.length() && ">?".indexOf(letters.charAt(firstResult)) < 0) {
            firstResult++;
        }
        given = letters.substring(0, firstResult).toCharArray();
        String rest = letters.substring(firstResult);
        results = new char[rest.length() / 2];
        isRequired = new boolean[results.length];
        for (int i = 0; i < results.length; i++) {
            isRequired[i] = rest.charAt(2 * i) == '>';
            results[i] = rest.charAt(2 * i + 1);
        }
        int count = 1 + results.length;
        for (char letter : given) {
            count += "sStwaD".indexOf(letter) >= 0 ? 2 : letter == 'x' ? 0 : 1;
        }
        words = count;
    }
}
