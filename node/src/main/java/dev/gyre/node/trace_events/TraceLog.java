package dev.gyre.node.trace_events;

import dev.gyre.node.Json;
import dev.gyre.node.process.Usage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The trace of a main runtime and its workers: a file of events, as Chrome's tracing has them. Any thread may add some.
 *
 * <p>An event belongs to a group of categories, such as {@code node,node.fs,node.fs.sync}, and is written if one of them is
 * enabled. The file is opened when categories are first enabled for it, and ended with the process; one that is full is
 * followed by the next. Events are gathered and written by the kilobyte, and at least every second while there are some.
 * Clients of the debugging protocol get events of their own categories beside it.
 */
public final class TraceLog {
    /** What a trace says of itself. */
    record Origin(String filePattern, String processName, String version, String metadata, Path folder) {}

    private static final int MAX_GATHERED_CHARS = 1 << 16;
    private static final int EVENTS_PER_FILE = 1 << 19;
    private static final long NS_PER_US = 1000;
    private static final long FLUSH_AFTER_US = 1_000_000;

    private final long pid = ProcessHandle.current().pid();
    private final ThreadLocal<Long> tid = ThreadLocal.withInitial(TraceLog::readThreadId);
    private final Map<Integer, Set<String>> wanted = new HashMap<>(); // guarded by this, as all that is not volatile
    private final StringBuilder gathered = new StringBuilder();
    private final Map<Long, String> threadNames = new HashMap<>();
    private final Map<Integer, Collector> collectors = new HashMap<>();
    private volatile Set<String> enabled = Set.of(); // for the file and for collectors
    private Set<String> inFile = Set.of();
    private Runnable onChange = () -> {};
    private @Nullable Origin origin;
    private @Nullable Writer file;
    private int rotation;
    private int events;
    private long flushedUs;
    private int clients;

    /** Somebody who gets events of some categories, many at a time, as they are in the file: with commas between them. */
    private static final class Collector {
        private final Set<String> categories;
        private final Consumer<String> onFull;
        private final StringBuilder events = new StringBuilder();

        private Collector(List<String> categories, Consumer<String> onFull) {
            this.categories = new TreeSet<>(categories);
            this.onFull = onFull;
        }
    }

    /** Microseconds of the clock of {@code process.hrtime}. */
    static long nowUs() {
        return System.nanoTime() / NS_PER_US;
    }

    private static long readThreadId() {
        try {
            Path self = Files.readSymbolicLink(Path.of("/proc/thread-self"));
            return Long.parseLong(self.getFileName().toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether an event of these categories is written: names between commas. */
    public boolean isEnabled(String group) {
        return isOf(group, enabled);
    }

    private static boolean isOf(String group, Set<String> names) {
        if (names.isEmpty()) {
            return false;
        }
        for (String name : group.split(",", -1)) {
            if (names.contains(name)) {
                return true;
            }
        }
        return false;
    }

    /** The enabled categories in order, or null if there are none. */
    @Nullable
    String categories() {
        Set<String> names = enabled;
        return names.isEmpty() ? null : String.join(",", names);
    }

    /** Says what the trace is of; before the first categories are enabled. The first call counts. */
    synchronized void of(Origin origin) {
        if (this.origin == null) {
            this.origin = origin;
        }
    }

    /** @return the number to disable them by */
    synchronized int enable(List<String> categories) {
        wanted.put(++clients, new TreeSet<>(categories));
        update();
        if (file == null) {
            open();
        }
        return clients;
    }

    synchronized void disable(int client) {
        wanted.remove(client);
        update();
        if (inFile.isEmpty()) {
            flush();
        }
    }

    /** Who is told, on any thread, that a collector has come or gone: the instruments have to be attached or detached. */
    synchronized void onChange(Runnable onChange) {
        this.onChange = onChange;
    }

    /**
     * Collects events of these categories.
     *
     * @param onFull gets those that are many, on the thread that adds the last of them
     * @return the number to end it by
     */
    public synchronized int collect(List<String> categories, Consumer<String> onFull) {
        collectors.put(++clients, new Collector(categories, onFull));
        update();
        onChange.run();
        return clients;
    }

    /** Ends a collector: the events that it has not given away. */
    public synchronized String endCollecting(int client) {
        Collector ended = collectors.remove(client);
        update();
        onChange.run();
        return ended == null ? "" : ended.events.toString();
    }

    private void update() {
        var all = new TreeSet<String>();
        wanted.values().forEach(all::addAll);
        inFile = Set.copyOf(all);
        collectors.values().forEach(collector -> all.addAll(collector.categories));
        enabled = all;
    }

    private void collect(String group, String event) {
        for (Collector collector : collectors.values()) {
            if (!isOf(group, collector.categories)) {
                continue;
            }
            collector.events.append(collector.events.isEmpty() ? "" : ",").append(event);
            if (collector.events.length() > MAX_GATHERED_CHARS) {
                collector.onFull.accept(collector.events.toString());
                collector.events.setLength(0);
            }
        }
    }

    synchronized void nameThread(String name) {
        threadNames.put(tid.get(), name);
    }

    /**
     * Adds an event of the calling thread.
     *
     * @param phase as in Chrome's format: B and E for begin and end, X for both, b, n and e for what is asynchronous, I, C
     * @param id of what is asynchronous, or null
     * @param arguments a JSON object
     */
    public void add(char phase, String group, String name, @Nullable String id, String arguments) {
        add(phase, group, name, id, arguments, nowUs(), 0);
    }

    public void add(
            char phase,
            String group,
            String name,
            @Nullable String id,
            String arguments,
            long timeUs,
            long durationUs) {
        if (!isEnabled(group)) {
            return;
        }
        double[] cpu = Usage.threadCpuMicros();
        String event = event(phase, group, name, id, arguments, timeUs, (long) (cpu[0] + cpu[1]), durationUs);
        synchronized (this) {
            collect(group, event);
            if (file == null || !isOf(group, inFile)) {
                return;
            }
            if (events >= EVENTS_PER_FILE) {
                close();
                open();
            }
            append(event);
            if (gathered.length() > MAX_GATHERED_CHARS || nowUs() - flushedUs > FLUSH_AFTER_US) {
                flush();
            }
        }
    }

    private String event(
            char phase,
            String group,
            String name,
            @Nullable String id,
            String arguments,
            long timeUs,
            long cpuUs,
            long durationUs) {
        return "{\"pid\":" + pid + ",\"tid\":" + tid.get() + ",\"ts\":" + timeUs + ",\"tts\":" + cpuUs + ",\"ph\":\""
                + phase + "\",\"cat\":" + Json.of(group) + ",\"name\":" + Json.of(name) + ",\"dur\":" + durationUs
                + ",\"tdur\":" + durationUs + (id == null ? "" : ",\"id\":\"" + id + "\"") + ",\"args\":" + arguments
                + "}";
    }

    private void append(String event) {
        gathered.append(events++ == 0 ? "" : ",").append(event);
    }

    private void open() {
        Origin about = Objects.requireNonNull(origin);
        String name = about.filePattern
                .replace("${pid}", Long.toString(pid))
                .replace("${rotation}", Integer.toString(++rotation));
        Path path = about.folder.resolve(name);
        events = 0;
        flushedUs = nowUs();
        try {
            file = Files.newBufferedWriter(path, StandardCharsets.UTF_8);
            gathered.append("{\"traceEvents\":[");
        } catch (IOException e) {
            System.err.println("Could not open trace file " + name + ": " + e.getMessage());
        }
    }

    private void flush() {
        flushedUs = nowUs();
        try {
            if (file != null) {
                file.append(gathered);
                file.flush();
            }
        } catch (IOException e) {
            System.err.println("Could not write to the trace file: " + e.getMessage());
        }
        gathered.setLength(0);
    }

    /** Ends the file, if one is open. */
    public synchronized void close() {
        if (file == null) {
            return;
        }
        for (String event : metadata()) {
            append(event);
        }
        gathered.append("]}\n");
        flush();
        try {
            file.close();
        } catch (IOException e) {
            System.err.println("Could not write to the trace file: " + e.getMessage());
        }
        file = null;
    }

    private List<String> metadata() {
        Origin about = Objects.requireNonNull(origin);
        var all = new ArrayList<String>();
        long now = nowUs();
        all.add(about("process_name", "{\"name\":" + Json.of(about.processName) + "}", tid.get(), now));
        all.add(about("version", "{\"node\":" + Json.of(about.version) + "}", tid.get(), now));
        threadNames.forEach(
                (thread, name) -> all.add(about("thread_name", "{\"name\":" + Json.of(name) + "}", thread, now)));
        all.add(about("node", about.metadata, tid.get(), now));
        return all;
    }

    private String about(String name, String arguments, long thread, long timeUs) {
        return "{\"pid\":" + pid + ",\"tid\":" + thread + ",\"ts\":" + timeUs
                + ",\"tts\":0,\"ph\":\"M\",\"cat\":\"__metadata\",\"name\":\"" + name
                + "\",\"dur\":0,\"tdur\":0,\"args\":" + arguments + "}";
    }
}
