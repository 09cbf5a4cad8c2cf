package dev.gyre.loop.jfr;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A turn of a loop whose phases took long, committed when it is over, by the loop's thread. */
@Name("dev.gyre.LongTurn")
@Label("Long turn")
@Category("Gyre")
@StackTrace(false)
final class LongTurnEvent extends Event {
    @Label("Worked")
    @Timespan(Timespan.NANOSECONDS)
    long worked;

    @Label("Waited")
    @Timespan(Timespan.NANOSECONDS)
    long waited;

    @Label("Callbacks")
    long callbacks;
}
