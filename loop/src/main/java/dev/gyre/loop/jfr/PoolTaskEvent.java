package dev.gyre.loop.jfr;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A task of the worker pool, committed when it is done. */
@Name("dev.gyre.PoolTask")
@Label("Pool task")
@Category("Gyre")
@StackTrace(false)
final class PoolTaskEvent extends Event {
    @Label("Lane")
    String lane = "";

    @Label("Task")
    String task = "";

    @Label("Submitted by")
    String submittedBy = "";

    @Label("Waited")
    @Timespan(Timespan.NANOSECONDS)
    long waited;

    @Label("Ran")
    @Timespan(Timespan.NANOSECONDS)
    long ran;
}
