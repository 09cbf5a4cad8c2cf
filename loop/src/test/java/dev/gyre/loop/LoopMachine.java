package dev.gyre.loop;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Performs a script on the real loop, on virtual time. */
final class LoopMachine implements Script.Machine {
    private final VirtualTime time = new VirtualTime();
    private final VirtualWorkers workers;
    private final Loop loop;
    private final List<AsyncHandle> asyncs = new ArrayList<>();
    private final Map<Integer, TimerHandle> timers = new HashMap<>();
    private final Map<Integer, WorkRequest<?>> works = new HashMap<>();
    private final ArrayDeque<Runnable> ticks = new ArrayDeque<>();
    private final List<String> trace = new ArrayList<>();

    LoopMachine(int threads) {
        workers = new VirtualWorkers(time, threads);
        loop = Loop.builder()
                .clock(time)
                .poller(time)
                .pool(workers.pool())
                .maxPerPhase(Script.MAX_PER_PHASE)
                .open();
        loop.afterCallback(() -> {
            while (!ticks.isEmpty()) {
                ticks.remove().run();
            }
        });
        for (int i = 0; i < Script.ASYNCS; i++) {
            String label = "async" + i;
            AsyncHandle async = loop.async(() -> say(label));
            async.unref();
            asyncs.add(async);
        }
    }

    @Override
    public void say(String label) {
        trace.add(label + "@" + loop.nowMs() + "/" + time.nowMs());
    }

    @Override
    public void startTimer(int id, long timeoutMs, long repeatMs, int times, boolean ref, Script.Body body) {
        if (timers.containsKey(id)) {
            TimerHandle known = timers.get(id);
            if (!known.isClosing()) {
                known.start(timeoutMs, repeatMs);
            }
            return;
        }
        var left = new int[] {times};
        TimerHandle timer = loop.timer(() -> {
            if (--left[0] == 0) {
                timers.get(id).close();
            }
            body.perform(this);
        });
        timers.put(id, timer);
        if (!ref) {
            timer.unref();
        }
        timer.start(timeoutMs, repeatMs);
    }

    @Override
    public void stopTimer(int id) {
        if (timers.containsKey(id)) {
            timers.get(id).stop();
        }
    }

    @Override
    public void closeTimer(int id, Script.Body onClose) {
        if (timers.containsKey(id) && !timers.get(id).isClosing()) {
            timers.get(id).close(() -> onClose.perform(this));
        }
    }

    @Override
    public void immediate(Script.Body body) {
        loop.immediate(() -> body.perform(this));
    }

    @Override
    public void defer(Script.Body body) {
        loop.defer(() -> body.perform(this));
    }

    @Override
    public void post(Script.Body body) {
        loop.post(() -> body.perform(this));
    }

    @Override
    public void tick(Script.Body body) {
        ticks.add(() -> body.perform(this));
    }

    @Override
    public void wake(int id) {
        if (id < asyncs.size()) {
            asyncs.get(id).wake();
        }
    }

    @Override
    public void work(int id, WorkKind kind, long durationMs, Script.Body body) {
        works.put(id, workers.submit(loop, kind, durationMs, () -> id, outcome -> {
            say(outcome.toString());
            body.perform(this);
        }));
    }

    @Override
    public void cancelWork(int id) {
        if (works.containsKey(id)) {
            say("cancelled " + works.get(id).cancel());
        }
    }

    @Override
    public void outside(long afterMs, Script.Body body) {
        time.at(time.nowMs() + afterMs, () -> post(body));
    }

    @Override
    public void busy(long ms) {
        time.advanceMs(ms);
    }

    @Override
    public void updateTime() {
        loop.updateTime();
    }

    @Override
    public void stop() {
        loop.stop();
    }

    @Override
    public boolean run() {
        return loop.run(RunMode.DEFAULT);
    }

    @Override
    public List<String> trace() {
        return trace;
    }
}
