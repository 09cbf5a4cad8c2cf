package dev.gyre.node.planted;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** Breaks a rule on purpose. */
final class MakesAnExecutor {
    Executor executor() {
        return Executors.newSingleThreadExecutor();
    }
}
