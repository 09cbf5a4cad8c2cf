package dev.gyre.io.tls;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What an engine has to say, in order, and who is told that there is something. A notice is told when it is made, or while
 * {@linkplain #holdBack held back} later: notices that another thread makes, and those that stand behind bytes which the
 * owner does not have yet.
 */
final class TlsNotices {
    private final ArrayDeque<TlsNotice> waiting = new ArrayDeque<>();
    private Runnable onNotice = () -> {};
    private boolean isHeldBack;
    private int untold;

    void onNotice(Runnable onNotice) {
        this.onNotice = onNotice;
    }

    @Nullable
    TlsNotice take() {
        return waiting.poll();
    }

    void add(int kind, @Nullable Object... details) {
        waiting.add(new TlsNotice(kind, Arrays.asList(details)));
        if (isHeldBack) {
            untold++;
        } else {
            onNotice.run();
        }
    }

    /** A question that can't wait for what is held back. */
    void addFirst(int kind, @Nullable Object... details) {
        waiting.addFirst(new TlsNotice(kind, Arrays.asList(details)));
        onNotice.run();
    }

    void holdBack() {
        isHeldBack = true;
    }

    boolean hasUntold() {
        return untold > 0;
    }

    /** Tells what was held back. */
    void tell() {
        isHeldBack = false;
        for (; untold > 0; untold--) {
            onNotice.run();
        }
    }

    void clear() {
        waiting.clear();
        untold = 0;
    }
}
