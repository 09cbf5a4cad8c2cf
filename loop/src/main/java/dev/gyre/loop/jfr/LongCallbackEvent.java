package dev.gyre.loop.jfr;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A callback that took long, committed when it is over. */
@Name("dev.gyre.LongCallback")
@Label("Long callback")
@Category("Gyre")
@StackTrace(false)
final class LongCallbackEvent extends Event {
    @Label("Phase")
    String phase = "";

    @Label("Kind")
    String kind = "";

    @Label("Took")
    @Timespan(Timespan.NANOSECONDS)
    long took;
}
