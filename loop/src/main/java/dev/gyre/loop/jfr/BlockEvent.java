package dev.gyre.loop.jfr;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A callback that held its loop for too long, as the watch reports it: while it runs, and again when it is over. */
@Name("dev.gyre.Block")
@Label("Blocked loop")
@Category("Gyre")
@StackTrace(false)
final class BlockEvent extends Event {
    @Label("Loop")
    String loop = "";

    @Label("Kind")
    String kind = "";

    @Label("Cause")
    String cause = "";

    @Label("Place")
    String place = "";

    @Label("Elapsed")
    @Timespan(Timespan.NANOSECONDS)
    long elapsed;

    @Label("Over")
    boolean over;
}
