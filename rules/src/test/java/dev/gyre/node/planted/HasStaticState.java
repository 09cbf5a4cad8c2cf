package dev.gyre.node.planted;

import java.util.HashMap;

/** Breaks a rule on purpose, three times. */
final class HasStaticState {
    static int counter;
    static final HashMap<String, String> CACHE = new HashMap<>();
    static final int[] TABLE = new int[10];
}
