package dev.gyre.io.stream;

import dev.gyre.io.libc.Descriptors;
import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.Libc.Function;
import dev.gyre.io.libc.NativeMemory;
import java.util.ArrayDeque;

/**
 * Descriptors that go from process to process over a Unix socket, together with bytes (SCM_RIGHTS). Holds those that have
 * come and were not taken yet. Used on one thread.
 *
 * <p>The kernel joins the bytes of several writes for one read, but ends a read where descriptors come with the bytes: the
 * order of descriptors and the order of the messages that they belong to are the same.
 */
final class PassedDescriptors {
    private static final int SOL_SOCKET = 1;
    private static final int SCM_RIGHTS = 1;
    private static final int MSG_NOSIGNAL = 0x4000;
    private static final int MSG_CMSG_CLOEXEC = 0x40000000;

    /** struct msghdr, struct iovec and the control messages, one behind the other. */
    private static final int IOV_AT = 56;

    private static final int CONTROL_AT = 72;
    private static final int CONTROL_HEADER_BYTES = 16;

    /** Linux passes 253 at most with one write. Node passes one. */
    private static final int MAX_AT_ONCE = 253;

    private static final int CONTROL_BYTES = CONTROL_HEADER_BYTES + (MAX_AT_ONCE + 1) * Integer.BYTES;

    private static final int NONE = -1;

    private final NativeMemory memory = NativeMemory.allocate(CONTROL_AT + CONTROL_BYTES);
    private final ArrayDeque<Integer> received = new ArrayDeque<>();

    /** How many bytes were sent, the descriptor with the first of them; or a negative errno. */
    long send(int socket, long address, long length, int descriptor) {
        prepare(address, length, CONTROL_HEADER_BYTES + 2 * Integer.BYTES);
        memory.putLong(CONTROL_AT, CONTROL_HEADER_BYTES + Integer.BYTES);
        memory.putInt(CONTROL_AT + 8, SOL_SOCKET);
        memory.putInt(CONTROL_AT + 12, SCM_RIGHTS);
        memory.putInt(CONTROL_AT + CONTROL_HEADER_BYTES, descriptor);
        memory.putInt(CONTROL_AT + CONTROL_HEADER_BYTES + Integer.BYTES, 0);
        return Libc.callLong(Function.SENDMSG, socket, memory.address(), MSG_NOSIGNAL);
    }

    /** As read(2); descriptors that come with the bytes are kept, close-on-exec. */
    long receive(int socket, long address, long length) {
        prepare(address, length, CONTROL_BYTES);
        long result = Libc.callLong(Function.RECVMSG, socket, memory.address(), MSG_CMSG_CLOEXEC);
        if (result >= 0) {
            keep((int) memory.getLong(40));
        }
        return result;
    }

    private void prepare(long address, long length, int controlBytes) {
        memory.putLong(0, 0); // no name
        memory.putLong(8, 0);
        memory.putLong(16, memory.address() + IOV_AT);
        memory.putLong(24, 1);
        memory.putLong(32, memory.address() + CONTROL_AT);
        memory.putLong(40, controlBytes);
        memory.putLong(48, 0);
        memory.putLong(IOV_AT, address);
        memory.putLong(IOV_AT + 8, length);
    }

    private void keep(int controlBytes) {
        int at = 0;
        while (at + CONTROL_HEADER_BYTES <= controlBytes) {
            int bytes = (int) memory.getLong(CONTROL_AT + at);
            if (bytes < CONTROL_HEADER_BYTES || at + bytes > controlBytes) {
                return;
            }
            if (memory.getInt(CONTROL_AT + at + 8) == SOL_SOCKET && memory.getInt(CONTROL_AT + at + 12) == SCM_RIGHTS) {
                for (int i = at + CONTROL_HEADER_BYTES; i + Integer.BYTES <= at + bytes; i += Integer.BYTES) {
                    received.add(memory.getInt(CONTROL_AT + i));
                }
            }
            at += bytes + Long.BYTES - 1 & -Long.BYTES;
        }
    }

    /** The descriptor that came first of those not taken yet, or -1; it belongs to the caller. */
    int take() {
        return received.isEmpty() ? NONE : received.remove();
    }

    /** Closes what nobody took. */
    void close() {
        while (!received.isEmpty()) {
            Descriptors.closeQuietly(received.remove());
        }
    }
}
