package dev.gyre.loop.watch;

/** Why a callback holds its loop, as far as it can be told. */
public enum Cause {
    /** It computes: nothing of what follows was seen. */
    COMPUTATION("code that runs without a pause"),
    REGULAR_EXPRESSION("a regular expression"),
    JSON("JSON"),
    /** A call of fs, crypto, zlib or child_process that JavaScript waits for. */
    SYNCHRONOUS_CALL("a synchronous call"),
    GARBAGE_COLLECTION("garbage collection"),
    /** Ticks that make ticks: the loop gets no turn, though each is short. */
    NEXT_TICKS("process.nextTick callbacks that add others"),
    /** Promise jobs that make promise jobs. */
    MICROTASKS("promise jobs that add others"),
    /** The thread waits for memory to change. */
    ATOMICS_WAIT("Atomics.wait"),
    /** A Java thread waits for another: a lock, a queue, a future. */
    WAITING("a wait for another thread"),
    /** The thread could run, but the system did not let it. */
    NO_CPU("too little CPU for the process"),
    /** The program waits for a debugger, or one has paused it. */
    DEBUGGER("a debugger's pause"),
    /** The stack is used up again and again. */
    RECURSION("deep recursion");

    private final String text;

    Cause(String text) {
        this.text = text;
    }

    /** In words, for a report. */
    public String text() {
        return text;
    }
}
