package dev.gyre.node.bridge;

import dev.gyre.node.bridge.Layout.Block;
import dev.gyre.node.bridge.Layout.Control;
import dev.gyre.node.bridge.Layout.Operation;
import dev.gyre.node.bridge.Layout.Submission;
import java.nio.IntBuffer;

/**
 * What JavaScript wants done and does not wait for: a list of fixed records in shared memory, which Java carries out in
 * order when the turn is over. So a turn with a hundred writes crosses between the languages no more often than one with a
 * single write. Loop thread only.
 *
 * <p>Until a record is carried out, the bytes it refers to belong to it. Handlers must not run JavaScript, which would put new
 * records and bytes in their place.
 */
public final class Submissions {
    /** Carries out one operation. */
    @FunctionalInterface
    public interface Handler {
        /**
         * @param owner number of the slot or socket
         * @param at where its bytes begin
         * @param length how many these are
         */
        void run(int owner, int at, int length);
    }

    private static final int FIRST = Block.SUBMISSIONS_AT / Integer.BYTES;
    private static final int INTS = Submission.SUBMISSION_BYTES / Integer.BYTES;

    private final IntBuffer ints;
    private final Handler[] handlers = new Handler[Operation.OPERATIONS];
    private Runnable atEnd = () -> {};
    private int[] records = new int[16 * INTS];

    /** @param ints the block */
    public Submissions(IntBuffer ints) {
        this.ints = ints;
    }

    /** Says who carries out an operation, one of {@link Operation}. */
    public void on(int operation, Handler handler) {
        handlers[operation] = handler;
    }

    /** Has this called whenever records were carried out: for handlers that gather what they are given. */
    public void atEnd(Runnable hook) {
        atEnd = hook;
    }

    public boolean isEmpty() {
        return ints.get(Control.SUBMISSIONS) == 0;
    }

    /** Whether calls wait for the worker pool. */
    public boolean hasSlots() {
        return ints.get(Control.SLOTS_WAITING) > 0;
    }

    /**
     * Carries out all records, in order. Writes of one owner whose bytes lie side by side are one. Where a handler throws, the
     * records after its own stay.
     */
    public void carryOut() {
        int count = ints.get(Control.SUBMISSIONS);
        if (count == 0) {
            return;
        }
        int end = count * INTS;
        if (records.length < end) {
            records = new int[Math.max(end, 2 * records.length)];
        }
        ints.get(FIRST, records, 0, end);
        ints.put(Control.SLOTS_WAITING, 0);
        int i = 0;
        try {
            while (i < end) {
                int operation = records[i + Submission.OPERATION];
                int owner = records[i + Submission.OWNER];
                int at = records[i + Submission.AT];
                int length = records[i + Submission.LENGTH];
                i += INTS;
                while (operation == Operation.SOCKET_WRITE && i < end && continues(i, owner, at + length)) {
                    length += records[i + Submission.LENGTH];
                    i += INTS;
                }
                handlerOf(operation).run(owner, at, length);
            }
        } finally {
            ints.put(FIRST, records, i, end - i);
            ints.put(Control.SUBMISSIONS, (end - i) / INTS);
            atEnd.run();
        }
    }

    private boolean continues(int i, int owner, int at) {
        return records[i + Submission.OPERATION] == Operation.SOCKET_WRITE
                && records[i + Submission.OWNER] == owner
                && records[i + Submission.AT] == at;
    }

    private Handler handlerOf(int operation) {
        Handler handler = operation < 0 || operation >= handlers.length ? null : handlers[operation];
        if (handler == null) {
            throw new IllegalStateException(
                    "JavaScript has submitted operation " + operation + ", which nobody handles");
        }
        return handler;
    }
}
