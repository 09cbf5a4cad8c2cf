package dev.gyre.node.http;

import dev.gyre.codec.http1.HttpParser;

/** Since when a server's connection has been waiting for a request, or for the rest of one. */
final class RequestClock {
    private static final long NOT_WAITING = 0;

    private long startedMs;
    private boolean hasBegun;

    /** A connection that says nothing is late, too. */
    RequestClock(long nowMs) {
        startedMs = nowMs;
    }

    void read(long nowMs) {
        hasBegun = true;
        if (startedMs == NOT_WAITING) {
            startedMs = nowMs;
        }
    }

    /** After reading: the next message may have come in together with the end of the one before. */
    void wasRead(HttpParser parser, long nowMs) {
        if (startedMs == NOT_WAITING && parser.isInHead()) {
            startedMs = nowMs;
        }
    }

    void messageEnded() {
        startedMs = NOT_WAITING;
    }

    /** Whether no message is coming in; who has not said anything yet may be late, and is idle. */
    boolean isIdle() {
        return startedMs == NOT_WAITING || !hasBegun;
    }

    boolean isExpired(HttpParser parser, double headsBeforeMs, double requestsBeforeMs) {
        if (startedMs == NOT_WAITING) {
            return false;
        }
        boolean waitsForHead = parser.isInHead() || parser.isBetweenMessages();
        return startedMs <= requestsBeforeMs || (waitsForHead && startedMs <= headsBeforeMs);
    }
}
