package dev.gyre.node.v8;

import dev.gyre.node.GyreRuntime;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Writes heap snapshots when the heap reaches its limit: {@code v8.setHeapSnapshotNearHeapLimit()}. After each the program goes
 * on with a little more, until the last one is written; then it ends for want of memory.
 */
public final class NearHeapLimit {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd.HHmmss", Locale.ROOT);

    private final GyreRuntime runtime;
    private final Path folder;
    private final int threadId;
    private long left;
    private int written;

    /**
     * @param count how many snapshots at most
     * @param folder where to
     */
    public NearHeapLimit(GyreRuntime runtime, long count, Path folder, int threadId) {
        this.runtime = runtime;
        this.left = count;
        this.folder = folder;
        this.threadId = threadId;
    }

    /** Writes the next one. The loop's thread, at an interrupt of the script. @return whether the program goes on */
    public boolean write() {
        if (left == 0) {
            return false;
        }
        left--;
        written++;
        String name = String.format(
                Locale.ROOT,
                "Heap.%s.%d.%d.%03d.heapsnapshot",
                TIME.format(LocalDateTime.now(ZoneId.systemDefault())),
                ProcessHandle.current().pid(),
                threadId,
                written);
        Path file = folder.resolve(name);
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.WRITE)) {
                runtime.isolate().profiles().heapSnapshotNow(part -> append(out, part), false, false);
            }
            System.err.println("Wrote snapshot to " + file);
        } catch (IOException | UncheckedIOException e) {
            System.err.println("Failed to write heap snapshot to " + file + ": " + e.getMessage());
        }
        return true;
    }

    private static void append(OutputStream out, String part) {
        try {
            out.write(part.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
