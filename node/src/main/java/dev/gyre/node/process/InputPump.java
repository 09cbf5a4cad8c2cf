package dev.gyre.node.process;

import dev.gyre.io.libc.Descriptors;
import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.Libc.Function;
import dev.gyre.io.libc.NativeMemory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Makes a descriptor of an {@link InputStream}: a thread copies its bytes into a socket, and the runtime reads the other end
 * as it reads every standard input. The thread ends with the stream, or at its next bytes after the runtime has closed
 * its end. A read of Java's can't be cancelled, so that the thread is a daemon.
 */
final class InputPump {
    private static final int CHUNK = 16 << 10;
    private static final int MSG_NOSIGNAL = 0x4000;

    private InputPump() {}

    /** The descriptor to read from, which belongs to the caller. */
    static int start(InputStream stream) {
        int[] pair = Descriptors.socketpair();
        Thread thread = new Thread(() -> copy(stream, pair[1]), "gyre-stdin");
        thread.setDaemon(true);
        thread.start();
        return pair[0];
    }

    private static void copy(InputStream stream, int descriptor) {
        byte[] bytes = new byte[CHUNK];
        NativeMemory room = NativeMemory.allocate(CHUNK);
        try {
            for (int length = stream.read(bytes); length >= 0; length = stream.read(bytes)) {
                room.put(0, bytes, 0, length);
                if (!send(descriptor, room.address(), length)) {
                    return; // nobody reads any more
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // JavaScript reads an end, and the thread's handler gets this
        } finally {
            Descriptors.closeQuietly(descriptor);
        }
    }

    private static boolean send(int descriptor, long address, int length) {
        int sent = 0;
        while (sent < length) {
            long result = Libc.callLong(Function.SEND, descriptor, address + sent, length - sent, MSG_NOSIGNAL);
            if (result < 0) {
                return false;
            }
            sent += (int) result;
        }
        return true;
    }
}
