package dev.gyre.node.worker_threads;

import dev.gyre.engine.BackingStore;
import dev.gyre.engine.SharedWasmMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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

    /** Where the bytes tell how many objects of the runtime's classes there are: message_tags.js. */
    private static final int HOST_OBJECTS = 0;

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
        return peek(index, BackingStore.class);
    }

    /** An attachment that stays the message's. */
    <T extends AutoCloseable> T peek(int index, Class<T> type) {
        return type.cast(Objects.requireNonNull(attachments[index]));
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

    /** Whether several receivers can have it: nothing of it is moved, and, as in Node, no object of the runtime's classes. */
    boolean isCopyable() {
        if (ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).getInt(HOST_OBJECTS) > 0) {
            return false;
        }
        for (AutoCloseable attachment : attachments) {
            if (!(attachment instanceof Duplicable
                    || attachment instanceof SharedWasmMemory
                    || (attachment instanceof BackingStore memory && memory.isShared()))) {
                return false;
            }
        }
        return true;
    }

    /** For one more receiver, if it {@link #isCopyable}. */
    Message copy() {
        var copies = new ArrayList<AutoCloseable>(attachments.length);
        for (AutoCloseable attachment : attachments) {
            copies.add(copyOf(Objects.requireNonNull(attachment)));
        }
        return new Message(bytes, copies);
    }

    private static AutoCloseable copyOf(AutoCloseable attachment) {
        if (attachment instanceof BackingStore memory) {
            return memory.shareAgain();
        }
        return attachment instanceof SharedWasmMemory memory ? memory.again() : ((Duplicable) attachment).duplicate();
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
