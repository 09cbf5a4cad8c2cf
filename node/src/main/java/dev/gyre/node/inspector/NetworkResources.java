package dev.gyre.node.inspector;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Texts that a program has put there for clients of the debugging protocol, by URL. Any thread. */
final class NetworkResources {
    private final boolean isOn;
    private final Map<String, String> texts = new ConcurrentHashMap<>();

    NetworkResources(boolean isOn) {
        this.isOn = isOn;
    }

    /** Whether there can be any: without the option nothing is put there. */
    boolean isOn() {
        return isOn;
    }

    void put(String url, String text) {
        texts.put(url, text);
    }

    /** Empty if there is none. */
    String get(String url) {
        return texts.getOrDefault(url, "");
    }

    void remove(String url) {
        texts.remove(url);
    }
}
