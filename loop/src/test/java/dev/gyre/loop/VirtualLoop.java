package dev.gyre.loop;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A loop on virtual time and a log of what it called, for the tests to extend. */
abstract class VirtualLoop {
    final VirtualTime time = new VirtualTime();
    final Loop loop = Loop.builder().clock(time).poller(time).maxPerPhase(4).open();
    final List<String> log = new ArrayList<>();

    @AfterEach
    void closeLoop() {
        loop.close();
    }

    Runnable say(String word) {
        return () -> log.add(word);
    }

    /** Logs the word with the loop's time. */
    Runnable sayWhen(String word) {
        return () -> log.add(word + "@" + loop.nowMs());
    }

    boolean run() {
        return loop.run(RunMode.DEFAULT);
    }

    /** One turn that never waits. */
    boolean turn() {
        return loop.run(RunMode.NO_WAIT);
    }

    /** Something active, so that the loop goes on with nothing else in it. */
    AsyncHandle keepAlive() {
        return loop.async(() -> {});
    }
}
