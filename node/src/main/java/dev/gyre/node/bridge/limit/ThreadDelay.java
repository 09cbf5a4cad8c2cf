package dev.gyre.node.bridge.limit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * How long a thread was ready to run but had no CPU. The kernel adds each wait when it ends, so the thread itself reads the
 * exact figure.
 */
final class ThreadDelay implements AutoCloseable {
    private static final Path THIS_THREAD = Path.of("/proc/thread-self");

    private final @Nullable FileChannel file;
    private final ByteBuffer text = ByteBuffer.allocateDirect(128);

    /** Of the calling thread. Always zero where the kernel does not tell. */
    ThreadDelay() {
        file = open();
    }

    private static @Nullable FileChannel open() {
        try {
            Path thread = THIS_THREAD.resolveSibling(Files.readSymbolicLink(THIS_THREAD));
            return FileChannel.open(thread.resolve("schedstat"), StandardOpenOption.READ);
        } catch (IOException _) {
            return null; // a system without these files
        }
    }

    /** Nanoseconds since the thread began. Any thread. */
    synchronized long ns() {
        if (file == null) {
            return 0;
        }
        try {
            text.clear();
            file.read(text, 0);
            // "time on a CPU, time waiting for one, number of turns"
            String[] words =
                    StandardCharsets.ISO_8859_1.decode(text.flip()).toString().split(" ");
            return words.length > 1 ? Long.parseLong(words[1]) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void close() {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
