package dev.gyre.loop;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the loop should do, written down a second time and as plainly as can be: lists instead of heaps and lock-free
 * queues, copies of what is due instead of start numbers, and no handle, poller or pool of the loop's own.
 */
final class LoopModel implements Script.Machine {
    private static final class Timer {
        long deadlineMs;
        long start;
        long repeatMs;
        int left;
        boolean ref;
        boolean active;
        boolean closed;
        Script.Body body;
    }

    private record Work(long number, int id, WorkKind kind, long durationMs, Script.Body body) {}

    private record Arrival(boolean task, Runnable callback) {}

    private record Event(long atMs, long number, Runnable event) {}

    private final int threads;
    private final List<String> trace = new ArrayList<>();
    private final Map<Integer, Timer> timers = new HashMap<>();
    private final List<Runnable> pending = new ArrayList<>();
    private final List<Runnable> immediates = new ArrayList<>();
    private final List<Arrival> inbox = new ArrayList<>();
    private final List<Event> outside = new ArrayList<>();
    private final List<Runnable> ticks = new ArrayList<>();
    private final boolean[] woken = new boolean[Script.ASYNCS];
    private ArrayDeque<Runnable> closing = new ArrayDeque<>();
    private ArrayDeque<Runnable> closingNow = new ArrayDeque<>();
    private final List<Work> queued = new ArrayList<>();
    private final List<Work> running = new ArrayList<>();
    private final Map<Integer, Work> works = new HashMap<>();
    private int requests;
    private long numbers;
    private long clockMs;
    private long loopMs;
    private boolean stopping;
    private boolean owesTicks;

    LoopModel(int threads) {
        this.threads = threads;
    }

    // ---- the loop

    @Override
    public boolean run() {
        try {
            if (owesTicks) {
                runTicks();
            }
            boolean alive = alive();
            loopMs = clockMs;
            if (alive && !stopping) {
                runTimers();
            }
            while (alive && !stopping) {
                runSome(pending);
                poll();
                runSome(immediates);
                runClosing();
                loopMs = clockMs;
                runTimers();
                alive = alive();
            }
            return alive;
        } finally {
            stopping = false;
        }
    }

    private boolean alive() {
        return waitsForSomething()
                || !pending.isEmpty()
                || !immediates.isEmpty()
                || !closing.isEmpty()
                || !closingNow.isEmpty()
                || inbox.stream().anyMatch(Arrival::task);
    }

    private boolean waitsForSomething() {
        return requests > 0 || timers.values().stream().anyMatch(timer -> timer.active && timer.ref);
    }

    private void runTimers() {
        long nowMs = loopMs;
        record Due(Timer timer, long start) {}
        List<Due> due = timers.values().stream()
                .filter(timer -> timer.active && timer.deadlineMs <= nowMs)
                .sorted(Comparator.<Timer>comparingLong(timer -> timer.deadlineMs)
                        .thenComparingLong(timer -> timer.start))
                .map(timer -> new Due(timer, timer.start))
                .toList();
        int ran = 0;
        for (Due next : due) {
            Timer timer = next.timer();
            if (timer.active && timer.start == next.start() && ran < Script.MAX_PER_PHASE) {
                ran++;
                fire(timer);
            }
        }
    }

    private void fire(Timer timer) {
        timer.active = false;
        if (timer.repeatMs > 0) {
            start(timer, timer.repeatMs, timer.repeatMs);
        }
        call(() -> {
            if (--timer.left == 0) {
                close(timer, () -> {});
            }
            timer.body.perform(this);
        });
    }

    private void poll() {
        long timeoutMs = timeoutMs();
        boolean happened = happen();
        if (timeoutMs != 0 && !happened) {
            long endMs = timeoutMs < 0 ? Long.MAX_VALUE : clockMs + timeoutMs;
            clockMs = Math.min(
                    endMs, outside.stream().mapToLong(Event::atMs).min().orElse(Long.MAX_VALUE));
            happen();
        }
        loopMs = clockMs;
        for (int n = Math.min(inbox.size(), Script.MAX_PER_PHASE); n > 0; n--) {
            inbox.removeFirst().callback().run();
        }
    }

    private long timeoutMs() {
        boolean goOn = stopping
                || !waitsForSomething()
                || !pending.isEmpty()
                || !immediates.isEmpty()
                || !closing.isEmpty()
                || !closingNow.isEmpty()
                || !inbox.isEmpty();
        if (goOn) {
            return 0;
        }
        return timers.values().stream()
                .filter(timer -> timer.active)
                .mapToLong(timer -> Math.max(0, timer.deadlineMs - clockMs))
                .min()
                .orElse(-1);
    }

    /** Lets happen outside what is due by the clock. */
    private boolean happen() {
        boolean happened = false;
        while (true) {
            var next = outside.stream()
                    .filter(event -> event.atMs() <= clockMs)
                    .min(Comparator.comparingLong(Event::atMs).thenComparingLong(Event::number));
            if (next.isEmpty()) {
                return happened;
            }
            happened = true;
            outside.remove(next.get());
            next.get().event().run();
        }
    }

    private void runClosing() {
        if (closingNow.isEmpty()) {
            closingNow = closing;
            closing = new ArrayDeque<>();
        }
        for (int n = 0; n < Script.MAX_PER_PHASE && !closingNow.isEmpty(); n++) {
            closingNow.pop().run();
        }
    }

    private void runSome(List<Runnable> queue) {
        for (int n = Math.min(queue.size(), Script.MAX_PER_PHASE); n > 0; n--) {
            call(queue.removeFirst());
        }
    }

    private void call(Runnable callback) {
        owesTicks = true;
        callback.run();
        runTicks();
    }

    private void runTicks() {
        while (!ticks.isEmpty()) {
            ticks.removeFirst().run();
        }
        owesTicks = false;
    }

    // ---- what scripts ask for

    @Override
    public void say(String label) {
        trace.add(label + "@" + loopMs + "/" + clockMs);
    }

    @Override
    public void startTimer(int id, long timeoutMs, long repeatMs, int times, boolean ref, Script.Body body) {
        Timer timer = timers.get(id);
        if (timer == null) {
            timer = new Timer();
            timer.left = times;
            timer.ref = ref;
            timer.body = body;
            timers.put(id, timer);
        }
        if (!timer.closed) {
            start(timer, timeoutMs, repeatMs);
        }
    }

    private void start(Timer timer, long timeoutMs, long repeatMs) {
        timer.active = true;
        timer.deadlineMs = loopMs + timeoutMs;
        timer.repeatMs = repeatMs;
        timer.start = numbers++;
    }

    @Override
    public void stopTimer(int id) {
        if (timers.containsKey(id)) {
            timers.get(id).active = false;
        }
    }

    @Override
    public void closeTimer(int id, Script.Body onClose) {
        if (timers.containsKey(id) && !timers.get(id).closed) {
            close(timers.get(id), () -> call(() -> onClose.perform(this)));
        }
    }

    private void close(Timer timer, Runnable onClose) {
        if (!timer.closed) {
            timer.closed = true;
            timer.active = false;
            closing.push(onClose);
        }
    }

    @Override
    public void immediate(Script.Body body) {
        immediates.add(() -> body.perform(this));
    }

    @Override
    public void defer(Script.Body body) {
        pending.add(() -> body.perform(this));
    }

    @Override
    public void post(Script.Body body) {
        inbox.add(new Arrival(true, () -> call(() -> body.perform(this))));
    }

    @Override
    public void tick(Script.Body body) {
        ticks.add(() -> body.perform(this));
    }

    @Override
    public void wake(int id) {
        if (id < woken.length && !woken[id]) {
            woken[id] = true;
            inbox.add(new Arrival(false, () -> {
                woken[id] = false;
                call(() -> say("async" + id));
            }));
        }
    }

    @Override
    public void work(int id, WorkKind kind, long durationMs, Script.Body body) {
        requests++;
        var work = new Work(numbers++, id, kind, durationMs, body);
        works.put(id, work);
        queued.add(work);
        takeWork();
    }

    private void takeWork() {
        for (Work work : List.copyOf(queued)) {
            long slow = running.stream()
                    .filter(other -> other.kind() == WorkKind.SLOW_IO)
                    .count();
            boolean mayStart = work.kind() != WorkKind.SLOW_IO || slow < Math.max(1, threads / 2);
            boolean computes = work.kind() == WorkKind.CPU;
            long busy = running.stream()
                    .filter(other -> (other.kind() == WorkKind.CPU) == computes)
                    .count();
            if (busy < threads && mayStart) {
                queued.remove(work);
                running.add(work);
                outside.add(new Event(clockMs + work.durationMs(), numbers++, () -> {
                    running.remove(work);
                    complete(work, "Success[value=" + work.id() + "]");
                    takeWork();
                }));
            }
        }
    }

    private void complete(Work work, String outcome) {
        inbox.add(new Arrival(false, () -> {
            requests--;
            call(() -> {
                say(outcome);
                work.body().perform(this);
            });
        }));
    }

    @Override
    public void cancelWork(int id) {
        if (works.containsKey(id)) {
            boolean cancelled = queued.remove(works.get(id));
            if (cancelled) {
                complete(works.get(id), "Cancelled[]");
            }
            say("cancelled " + cancelled);
        }
    }

    @Override
    public void outside(long afterMs, Script.Body body) {
        outside.add(new Event(clockMs + afterMs, numbers++, () -> post(body)));
    }

    @Override
    public void busy(long ms) {
        clockMs += ms;
    }

    @Override
    public void updateTime() {
        loopMs = clockMs;
    }

    @Override
    public void stop() {
        stopping = true;
    }

    @Override
    public List<String> trace() {
        return trace;
    }
}
