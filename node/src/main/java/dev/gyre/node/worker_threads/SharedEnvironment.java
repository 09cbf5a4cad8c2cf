package dev.gyre.node.worker_threads;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Environment variables that a runtime and workers of it share ({@code SHARE_ENV}). A runtime's variables are JavaScript's
 * alone until a worker is to share them; from then on {@code process.env} of all of them reads and writes this.
 *
 * <p>Any thread.
 */
final class SharedEnvironment {
    private final Map<String, String> variables = new LinkedHashMap<>(); // guarded by this

    /** @param namesAndValues a name, its value, the next name, ... */
    SharedEnvironment(List<?> namesAndValues) {
        for (int i = 0; i < namesAndValues.size(); i += 2) {
            variables.put((String) namesAndValues.get(i), (String) namesAndValues.get(i + 1));
        }
    }

    synchronized @Nullable String get(String name) {
        return variables.get(name);
    }

    synchronized void set(String name, String value) {
        variables.put(name, value);
    }

    synchronized void delete(String name) {
        variables.remove(name);
    }

    synchronized List<Object> names() {
        return new ArrayList<>(variables.keySet());
    }

    synchronized Map<String, String> copy() {
        return new LinkedHashMap<>(variables);
    }
}
