package dev.gyre.cli;

import dev.gyre.io.process.ProcessSignals;
import dev.gyre.loop.jfr.FlightEvents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;

/**
 * What {@code --jfr} asks for: a recording of Gyre's events from the start of the process to its end, with those of the JVM
 * that tell what may hold a loop from outside. Without that option neither this class nor the recorder is loaded.
 *
 * <p>The process ends without the JVM's shutdown hooks, so the file is written here: when the program ends, and on SIGINT
 * and SIGTERM, unless the program listens to these itself.
 */
final class FlightRecording {
    private static final Duration AT_LEAST = Duration.ofMillis(1);
    private static final List<String> EVENTS = List.of(
            "dev.gyre.LongTurn",
            "dev.gyre.LongCallback",
            "dev.gyre.Block",
            "dev.gyre.PoolTask",
            "jdk.CPULoad",
            "jdk.GarbageCollection");
    private static final List<Integer> ENDING_SIGNALS = List.of(2, 15);
    private static final int SIGNAL_EXIT = 128;

    private final Recording recording = new Recording();
    private final Path file;
    private boolean isWritten; // guarded by this

    private FlightRecording(Path file) {
        this.file = file;
    }

    /**
     * Begins to record.
     *
     * @param file where it goes; null for {@code gyre-PID.jfr}
     * @param exit ends the process
     * @return writes the file, then ends the process
     * @throws BadOption if the file can't be written
     */
    static IntConsumer start(@Nullable String file, IntConsumer exit) throws BadOption {
        String name = file == null ? "gyre-" + ProcessHandle.current().pid() + ".jfr" : file;
        Path path = Path.of(name).toAbsolutePath();
        var flight = new FlightRecording(path);
        try {
            flight.recording.setName("gyre");
            flight.recording.setDestination(path);
        } catch (IOException e) {
            throw new BadOption("--jfr=" + name + " can't be written: " + e.getMessage());
        }
        EVENTS.forEach(event -> flight.recording.enable(event).withoutStackTrace());
        FlightEvents.enable(AT_LEAST);
        flight.recording.start();
        IntConsumer ending = code -> {
            flight.write();
            exit.accept(code);
        };
        for (int signal : ENDING_SIGNALS) {
            ProcessSignals.listen(signal, number -> ending.accept(SIGNAL_EXIT + number));
        }
        return ending;
    }

    private synchronized void write() {
        if (isWritten) {
            return;
        }
        isWritten = true;
        try {
            recording.stop(); // writes the file
            recording.close();
            System.err.println("Flight recording: " + file);
        } catch (RuntimeException e) {
            System.err.println(Image.argv0() + ": there is no flight recording: " + e.getMessage());
        }
        System.err.flush();
        deleteRepository();
    }

    /** The recorder's folder for parts of recordings, which it would delete in a shutdown hook. */
    private static void deleteRepository() {
        String name = "[0-9_]{19}_" + ProcessHandle.current().pid();
        try (Stream<Path> entries = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            for (Path folder : entries.filter(
                            path -> path.getFileName().toString().matches(name))
                    .toList()) {
                Files.delete(folder); // it is empty when the recording is closed
            }
        } catch (IOException _) {
            // an empty folder is left
        }
    }
}
