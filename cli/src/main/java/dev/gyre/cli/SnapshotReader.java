package dev.gyre.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the core's snapshot while V8's library is loaded, and gives it away: V8 makes a copy, and Java does not keep
 * megabytes that nobody needs again. A thread of its own reads it, because {@code java.nio} keeps a buffer of the file's size
 * for every thread that has read one.
 */
final class SnapshotReader implements Supplier<byte[]> {
    private final Path file;
    private final Thread thread = new Thread(this::read, "snapshot");
    private byte @Nullable [] bytes;
    private @Nullable IOException failure;

    private SnapshotReader(Path file) {
        this.file = file;
    }

    static SnapshotReader start(Path file) {
        var reader = new SnapshotReader(file);
        reader.thread.start();
        return reader;
    }

    private void read() {
        try {
            bytes = Files.readAllBytes(file);
        } catch (IOException e) {
            failure = e;
        }
    }

    @Override
    public synchronized byte[] get() {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while " + file + " was read", e);
        }
        if (failure != null) {
            throw new UncheckedIOException(failure);
        }
        byte[] read = Objects.requireNonNull(bytes);
        bytes = null;
        return read;
    }
}
