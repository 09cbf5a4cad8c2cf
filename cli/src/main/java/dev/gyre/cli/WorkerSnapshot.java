package dev.gyre.cli;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * Reads the snapshot that workers start from, when the first one is started. Not by {@code java.nio.file.Files}: that keeps a
 * buffer of the file's size for every thread that has read one.
 */
final class WorkerSnapshot implements Supplier<byte[]> {
    private final Path file;

    WorkerSnapshot(Path file) {
        this.file = file;
    }

    @Override
    public byte[] get() {
        try (var opened = new RandomAccessFile(file.toFile(), "r")) {
            byte[] bytes = new byte[Math.toIntExact(opened.length())];
            opened.readFully(bytes);
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
