package dev.gyre.node.worker_threads;

import dev.gyre.engine.BackingStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message between ports: the value as bytes, in the form of message_writer.js, and the objects of Java's that it refers to
 * by their index (ports, moved memory, descriptors, keys).
 *
 * <p>A message that waits owns its attachments. Whoever receives it takes them out, one by one; what is left is closed with
 * the message.
 */
public final class Message implements AutoCloseable {
    /** The last message of a port whose peer was closed. */
    static final Message CLOSE = new Message(new byte[0], List.of());

    private final byte[] bytes;
    private final @Nullable AutoCloseable[] attachments;

    /** @param attachments what the message owns from now on */
    public Message(byte[] bytes, List<? extends AutoCloseable> attachments) {
        this.bytes = bytes;
        this.attachments = attachments.toArray(new AutoCloseable[0]);
    }

    public byte[] bytes() {
        return bytes;
    }

    public int attachments() {
        return attachments.length;
    }

    /** Takes an attachment out: the caller owns it from now on. */
    public AutoCloseable take(int index) {
        AutoCloseable attachment = Objects.requireNonNull(attachments[index], "the attachment was taken already");
        attachments[index] = null;
        return attachment;
    }

    BackingStore memory(int index) {
        return (BackingStore) Objects.requireNonNull(attachments[index]);
    }

    boolean isLocal(int index) {
        return attachments[index] instanceof LocalObject;
    }

    /** Whether it is among the attachments. */
    @SuppressWarnings("ReferenceEquality") // a port is only equal to itself
    boolean hasAttached(Object attachment) {
        for (AutoCloseable own : attachments) {
            if (own == attachment) {
                return true;
            }
        }
        return false;
    }

    /** Whether several receivers can have it: all attachments are texts. */
    boolean isCopyable() {
        for (AutoCloseable attachment : attachments) {
            if (!(attachment instanceof LongText)) {
                return false;
            }
        }
        return true;
    }

    /** For one more receiver, if it {@link #isCopyable}. */
    Message copy() {
        var texts = new ArrayList<LongText>(attachments.length);
        for (AutoCloseable attachment : attachments) {
            texts.add(((LongText) Objects.requireNonNull(attachment)).retain());
        }
        return new Message(bytes, texts);
    }

    /** Closes the attachments that nobody took. No lock of a port must be held: they may be ports. */
    @Override
    public void close() {
        for (int i = 0; i < attachments.length; i++) {
            AutoCloseable attachment = attachments[i];
            attachments[i] = null;
            if (attachment != null) {
                drop(attachment);
            }
        }
    }

    static void drop(AutoCloseable attachment) {
        try {
            attachment.close();
        } catch (Exception e) {
            throw new IllegalStateException("an attachment of a message can't be closed", e);
        }
    }
}
