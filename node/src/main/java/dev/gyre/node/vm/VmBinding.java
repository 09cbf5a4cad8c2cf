package dev.gyre.node.vm;

import dev.gyre.engine.Args;
import dev.gyre.engine.ScriptTerminatedException;
import dev.gyre.engine.v8internals.MicrotaskQueues;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import dev.gyre.node.bridge.Layout.ScriptEnd;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Contexts, and scripts that must end: after some time, or when the user presses Ctrl+C. */
public final class VmBinding implements Binding {
    private static final int SIGINT = 2;

    private final GyreRuntime runtime;

    public VmBinding(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String name() {
        return "vm";
    }

    @Override
    public void register(Functions f) {
        f.add("runWithin", this::runWithin);
        f.add("newContext", _ -> runtime.isolate().newContext());
        f.add(
                "interceptBy",
                args -> runtime.isolate()
                        .interceptBy(IntStream.range(0, args.size())
                                .mapToObj(args::keep)
                                .toList()));
        f.add("newInterceptedContext", _ -> runtime.isolate().newInterceptedContext());
        f.add("functionCopier", _ -> runtime.isolate().functionCopier());
        f.add("hasMicrotaskQueues", _ -> runtime.isolate().microtaskQueues() != null);
        f.add("hasOwnScope", args -> runtime.isolate().hasOwnScope(args, 0));
        f.add("allowEval", args -> {
            runtime.isolate().allowEval(args.bool(0));
            return null;
        });
    }

    /**
     * runWithin(function, timeoutMs or -1, breakOnSigint, ownMicrotasks): how it came to an end. The function itself never
     * throws.
     */
    private Object runWithin(Args args) {
        var run = new Run();
        long timeoutMs = args.longValue(1);
        Timer timer = timeoutMs < 0 ? null : new Timer("vm timeout", true);
        if (timer != null) {
            timer.schedule(
                    new TimerTask() {
                        @Override
                        public void run() {
                            run.end(ScriptEnd.TIMED_OUT);
                        }
                    },
                    timeoutMs);
        }
        boolean breaksOnSigint = args.bool(2);
        IntConsumer before = breaksOnSigint ? runtime.host().listen(SIGINT, _ -> run.end(ScriptEnd.INTERRUPTED)) : null;
        MicrotaskQueues queues = args.bool(3) ? runtime.isolate().microtaskQueues() : null;
        if (queues != null) {
            queues.enter();
        }
        try {
            runtime.isolate().enter(args, 0);
        } catch (ScriptTerminatedException _) {
            run.cut = true;
        } finally {
            if (queues != null) {
                queues.leave();
            }
            if (before != null) {
                runtime.host().listen(SIGINT, before);
            } else if (breaksOnSigint) {
                runtime.host().unlisten(SIGINT);
            }
            if (timer != null) {
                timer.cancel();
            }
        }
        return run.outcome();
    }

    /** One run; what ends it comes from other threads. */
    private final class Run {
        boolean cut;
        private int reason = ScriptEnd.ENDED;
        private boolean over;

        synchronized void end(int why) {
            if (!over && reason == ScriptEnd.ENDED) {
                reason = why;
                runtime.isolate().terminate();
            }
        }

        synchronized int outcome() {
            over = true;
            if (reason != ScriptEnd.ENDED) {
                runtime.isolate().resumeAfterTermination();
            }
            if ((reason == ScriptEnd.ENDED && cut) || runtime.isEnding()) {
                // A run around this one was ended, or the whole runtime: go on with that.
                runtime.isolate().terminate();
            }
            return cut ? reason : ScriptEnd.ENDED;
        }
    }
}
