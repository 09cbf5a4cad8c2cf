package dev.gyre.node.planted;

/** Breaks a rule on purpose. */
final class MakesAThread {
    void start() {
        new Thread(() -> {}, "planted").start();
    }
}
