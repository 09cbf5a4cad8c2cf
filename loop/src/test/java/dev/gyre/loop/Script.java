package dev.gyre.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A random program for the simulation: callbacks that start timers, queue immediates and ticks, submit work, close
 * things, throw. The same script is performed by the {@link Loop} and by the {@link LoopModel}, each a {@link Machine}.
 */
final class Script {
    /** What a script can do. Whoever performs it keeps a trace of what is said and when. */
    interface Machine {
        void say(String label);

        void startTimer(int id, long timeoutMs, long repeatMs, int times, boolean ref, Body body);

        void stopTimer(int id);

        void closeTimer(int id, Body onClose);

        void immediate(Body body);

        void defer(Body body);

        void post(Body body);

        void tick(Body body);

        void wake(int id);

        void work(int id, WorkKind kind, long durationMs, Body body);

        void cancelWork(int id);

        /** Something posts the body from outside after that time. */
        void outside(long afterMs, Body body);

        /** The callback takes this long. */
        void busy(long ms);

        void updateTime();

        void stop();

        /** Runs in default mode. */
        boolean run();

        /** All that was said, in order, with the loop's time and the clock's. */
        List<String> trace();
    }

    /** What a script throws on purpose. */
    static final class Failure extends RuntimeException {
        Failure(String label) {
            super(label, null, false, false);
        }
    }

    private interface Action {
        void perform(Machine machine);
    }

    private record Step(String text, Action action) {}

    /** What one callback does. */
    record Body(String label, List<Step> steps) {
        void perform(Machine machine) {
            machine.say(label);
            for (Step step : steps) {
                step.action().perform(machine);
            }
        }

        private void print(String indent, StringBuilder out) {
            for (Step step : steps) {
                out.append(indent)
                        .append(step.text().replace("\n", "\n" + indent))
                        .append('\n');
            }
        }
    }

    static final int ASYNCS = 2;
    static final int MAX_PER_PHASE = 3;
    private static final int MAX_DEPTH = 5;

    private final Random random;
    private int left;
    private int labels;
    private int timers;
    private int works;

    private Script(long seed, int size) {
        random = new Random(seed);
        left = size;
    }

    /** The program of a seed, of about so many steps. */
    static Body generate(long seed, int size) {
        var script = new Script(seed, size);
        var steps = new ArrayList<Step>();
        while (script.left > 0) {
            steps.add(script.step(0));
        }
        return new Body("main", steps);
    }

    static String print(Body main) {
        var out = new StringBuilder();
        main.print("", out);
        return out.toString();
    }

    private Body body(String kind, int depth) {
        var steps = new ArrayList<Step>();
        String label = kind + labels++;
        for (int n = depth < MAX_DEPTH ? random.nextInt(4) : 0; n > 0 && left > 0; n--) {
            steps.add(step(depth + 1));
        }
        return new Body(label, steps);
    }

    private Step step(int depth) {
        left--;
        return switch (random.nextInt(20)) {
            case 0, 1, 2, 3, 4 -> timerStep(depth);
            case 5, 6 -> nested("immediate", body("immediate", depth), Machine::immediate);
            case 7, 8 -> nested("tick", body("tick", depth), Machine::tick);
            case 9 -> nested("defer", body("pending", depth), Machine::defer);
            case 10 -> nested("post", body("task", depth), Machine::post);
            case 11, 12 -> workStep(depth);
            case 13 -> onOne("stopTimer", timers, Machine::stopTimer);
            case 14 -> closeStep(depth);
            case 15 -> onOne("cancelWork", works, Machine::cancelWork);
            case 16 -> {
                long afterMs = random.nextInt(12);
                yield nested(
                        "outside after " + afterMs,
                        body("outside", depth),
                        (machine, body) -> machine.outside(afterMs, body));
            }
            case 17 -> onOne("wake", ASYNCS, Machine::wake);
            case 18 -> busyStep();
            default -> rareStep(depth);
        };
    }

    private Step timerStep(int depth) {
        int id = timers++;
        long timeoutMs = random.nextInt(10);
        long repeatMs = random.nextInt(4) == 0 ? 1 + random.nextInt(5) : 0;
        int times = repeatMs > 0 ? 1 + random.nextInt(3) : 1;
        boolean ref = random.nextInt(5) != 0;
        String text =
                "timer " + id + " in " + timeoutMs + " repeat " + repeatMs + " times " + times + (ref ? "" : " unref");
        return nested(
                text,
                body("timer", depth),
                (machine, body) -> machine.startTimer(id, timeoutMs, repeatMs, times, ref, body));
    }

    private Step workStep(int depth) {
        int id = works++;
        WorkKind kind = WorkKind.values()[random.nextInt(3)];
        long durationMs = random.nextInt(8);
        return nested(
                "work " + id + " " + kind + " for " + durationMs,
                body("work", depth),
                (machine, body) -> machine.work(id, kind, durationMs, body));
    }

    private Step closeStep(int depth) {
        int id = random.nextInt(timers + 1);
        return nested("closeTimer " + id, body("close", depth), (machine, body) -> machine.closeTimer(id, body));
    }

    private Step busyStep() {
        long ms = random.nextInt(6);
        return new Step("busy " + ms, machine -> machine.busy(ms));
    }

    private Step rareStep(int depth) {
        if (depth == 0 || random.nextInt(3) == 0) {
            return new Step("updateTime", Machine::updateTime);
        }
        if (random.nextBoolean()) {
            return new Step("stop", Machine::stop);
        }
        String label = "failure" + labels++;
        return new Step("throw " + label, _ -> {
            throw new Failure(label);
        });
    }

    private interface IdAction {
        void perform(Machine machine, int id);
    }

    private interface BodyAction {
        void perform(Machine machine, Body body);
    }

    private Step onOne(String text, int known, IdAction action) {
        int id = random.nextInt(known + 1);
        return new Step(text + " " + id, machine -> action.perform(machine, id));
    }

    private static Step nested(String text, Body body, BodyAction action) {
        var out = new StringBuilder(text + " -> " + body.label());
        if (!body.steps().isEmpty()) {
            out.append('\n');
            body.print("  ", out);
            out.setLength(out.length() - 1);
        }
        return new Step(out.toString(), machine -> action.perform(machine, body));
    }
}
