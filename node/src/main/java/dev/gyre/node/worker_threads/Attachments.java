package dev.gyre.node.worker_threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one runtime attaches to the message that it posts next, and takes from the one that it received last. Bindings whose
 * objects travel in messages share it with this package's binding by {@code runtime.shared(Attachments.class)}. Loop thread
 * only.
 */
public final class Attachments {
    private List<AutoCloseable> outgoing = new ArrayList<>();
    private @Nullable Message received;

    Attachments() {}

    /** Adds to the message that is posted next, which owns it from now on. */
    public void attach(AutoCloseable attachment) {
        outgoing.add(attachment);
    }

    /** Takes an attachment of the message that was received last: the caller owns it from now on. */
    public <T extends AutoCloseable> T take(int index, Class<T> type) {
        return type.cast(received().take(index));
    }

    /** What was attached so far; the caller owns it. */
    List<AutoCloseable> takeOutgoing() {
        if (outgoing.isEmpty()) {
            return List.of();
        }
        List<AutoCloseable> taken = outgoing;
        outgoing = new ArrayList<>();
        return taken;
    }

    Message received() {
        return Objects.requireNonNull(received, "no message was received");
    }

    /** What nobody took of the last message is closed. */
    void receive(@Nullable Message message) {
        dropReceived();
        received = message;
    }

    void dropReceived() {
        if (received != null && received.attachments() > 0) {
            received.close();
        }
    }

    void close() {
        takeOutgoing().forEach(Message::drop);
        dropReceived();
    }
}
