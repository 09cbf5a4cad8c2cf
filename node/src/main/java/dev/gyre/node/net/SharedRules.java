package dev.gyre.node.net;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rules of a BlockList that several runtimes have, because it was sent from one to the other. Each runtime keeps what it
 * has made of the rules' texts, and asks for them again when the version has changed. Any thread.
 */
final class SharedRules implements AutoCloseable {
    /** The kinds of rules: block_list.js has the same numbers. */
    private static final int ADDRESS = 0;

    private static final int KINDS = 3; // addresses, subnets, ranges

    /** The text of each rule by what identifies it, the oldest first. Guarded by this. */
    private final Map<String, String> addresses = new LinkedHashMap<>();

    /** The texts of the others by kind, the oldest first; the same may be there several times. Guarded by this. */
    private final List<List<String>> others = new ArrayList<>();

    private int version = 1; // guarded by this for writing

    SharedRules() {
        for (int kind = ADDRESS + 1; kind < KINDS; kind++) {
            others.add(new ArrayList<>());
        }
    }

    private List<String> ofKind(int kind) {
        return others.get(kind - 1);
    }

    /** An address that is there already keeps its place. */
    synchronized void add(int kind, String key, String text) {
        version++;
        if (kind == ADDRESS) {
            addresses.put(key, text);
        } else {
            ofKind(kind).add(text);
        }
    }

    /** Removes the newest rule that is identified by {@code key}: the address' number, or the rule's text. */
    synchronized void remove(int kind, String key) {
        version++;
        if (kind == ADDRESS) {
            addresses.remove(key);
        } else {
            int at = ofKind(kind).lastIndexOf(key);
            if (at >= 0) {
                ofKind(kind).remove(at);
            }
        }
    }

    synchronized void clear() {
        version++;
        addresses.clear();
        others.forEach(List::clear);
    }

    synchronized int version() {
        return version;
    }

    /** The version, then every rule as its kind and its text, the oldest of each kind first. */
    synchronized List<Object> all() {
        var all = new ArrayList<Object>();
        all.add(version);
        for (String text : addresses.values()) {
            all.add(ADDRESS);
            all.add(text);
        }
        for (int kind = ADDRESS + 1; kind < KINDS; kind++) {
            for (String text : ofKind(kind)) {
                all.add(kind);
                all.add(text);
            }
        }
        return all;
    }

    /** A message that carries it is dropped: nothing has to be done. */
    @Override
    public void close() {}
}
