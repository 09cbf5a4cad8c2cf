package dev.gyre.dashboard;

import dev.gyre.dashboard.http.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Heap snapshots and CPU profiles that the page asked for: one of each at a time for each runtime. What they produced can be
 * downloaded until there are newer ones. A job's number is random: who does not know it can't download.
 */
final class Jobs {
    static final long PROFILE_NS = TimeUnit.SECONDS.toNanos(10);
    private static final int KEPT = 8;

    private enum State {
        /** The loop has not come to it yet. */
        WAITING,
        RECORDING,
        DONE,
        FAILED
    }

    /** One snapshot or profile. Its fields are written by the dashboard's thread, but for the file's contents. */
    private static final class Job {
        final String id = Access.random();
        final String kind;
        final Subject subject;
        final String fileName;
        State state = State.WAITING;
        long sinceNs = System.nanoTime();

        @Nullable
        FileChannel file;

        @Nullable
        String error;

        CompletableFuture<?> step = new CompletableFuture<>();

        Job(String kind, Subject subject, String fileName) {
            this.kind = kind;
            this.subject = subject;
            this.fileName = fileName;
        }

        boolean isOpen() {
            return state == State.WAITING || state == State.RECORDING;
        }
    }

    private final Map<String, Job> jobs = new LinkedHashMap<>();
    private boolean hasChanged = true;

    /** Begins a heap snapshot; it is taken between callbacks, and written to a file that has no name any more. */
    Response heapSnapshot(Subject subject) {
        Job job = new Job("heap-snapshot", subject, "gyre-" + System.currentTimeMillis() + ".heapsnapshot");
        if (isBusy(job)) {
            return busy();
        }
        try {
            FileChannel file = unnamedFile();
            job.file = file;
            job.step = subject.heapSnapshot(chunk -> write(file, chunk));
        } catch (IOException e) {
            return Response.json(503, error("no file for the snapshot: " + e.getMessage()));
        }
        return begun(job);
    }

    Response cpuProfile(Subject subject) {
        Job job = new Job("cpu-profile", subject, "gyre-" + System.currentTimeMillis() + ".cpuprofile");
        if (isBusy(job)) {
            return busy();
        }
        job.step = subject.startCpuProfile();
        return begun(job);
    }

    private Response begun(Job job) {
        jobs.put(job.id, job);
        hasChanged = true;
        var ids = jobs.values().iterator();
        for (int extra = jobs.size() - KEPT; extra > 0 && ids.hasNext(); ) {
            Job oldest = ids.next();
            if (!oldest.isOpen()) {
                close(oldest);
                ids.remove();
                extra--;
            }
        }
        return Response.json(
                202, new JsonText().open('{').member("job", job.id).close('}').toString());
    }

    private boolean isBusy(Job job) {
        return jobs.values().stream()
                .anyMatch(other ->
                        other.isOpen() && other.kind.equals(job.kind) && other.subject.id() == job.subject.id());
    }

    private static Response busy() {
        return Response.json(409, error("one is under way"));
    }

    static String error(String message) {
        return new JsonText().open('{').member("error", message).close('}').toString();
    }

    /** Goes on with what is under way. */
    void advance() {
        for (Job job : jobs.values()) {
            if (!job.isOpen()) {
                continue;
            }
            boolean isProfile = job.kind.equals("cpu-profile");
            if (job.state == State.RECORDING && isProfile && System.nanoTime() - job.sinceNs < PROFILE_NS) {
                continue;
            }
            if (job.state == State.RECORDING && isProfile && job.step.isDone() && job.file == null) {
                stop(job);
            } else if (job.step.isDone()) {
                finish(job, isProfile);
            }
        }
    }

    private void finish(Job job, boolean isProfile) {
        hasChanged = true;
        if (job.step.state() != CompletableFuture.State.SUCCESS) {
            job.state = State.FAILED;
            job.error = job.step.isCancelled() ? "the runtime has ended" : String.valueOf(job.step.exceptionNow());
            close(job);
        } else if (isProfile && job.state == State.WAITING) {
            job.state = State.RECORDING;
            job.sinceNs = System.nanoTime();
        } else {
            job.state = State.DONE;
        }
    }

    private static void stop(Job job) {
        try {
            FileChannel file = unnamedFile();
            job.file = file;
            job.step = job.subject.stopCpuProfile().thenAccept(profile -> write(file, profile));
        } catch (IOException e) {
            job.state = State.FAILED;
            job.error = String.valueOf(e.getMessage());
        }
    }

    /** The file of a job that is done, or 404. */
    Response download(String id) {
        Job job = jobs.get(id);
        if (job == null || job.state != State.DONE || job.file == null) {
            return Response.text(404, "There is no such file, or not any more");
        }
        return Response.file("application/json", job.fileName, job.file);
    }

    /** Whether something has changed since {@link #json}. */
    boolean hasChanged() {
        return hasChanged;
    }

    String json() {
        hasChanged = false;
        var json = new JsonText().open('[');
        for (Job job : jobs.values()) {
            json.open('{')
                    .member("id", job.id)
                    .member("kind", job.kind)
                    .member("runtime", job.subject.id())
                    .member("name", job.fileName)
                    .member("state", job.state.name())
                    .member("error", job.error)
                    .close('}');
        }
        return json.close(']').toString();
    }

    private static FileChannel unnamedFile() throws IOException {
        Path path = Files.createTempFile("gyre-dashboard-", ".json");
        FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        Files.delete(path); // it lives for as long as it is open, whatever becomes of the process
        return file;
    }

    /** Called by the loop's thread. */
    private static void write(FileChannel file, String text) {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        try {
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void close(Job job) {
        try {
            if (job.file != null) {
                job.file.close();
            }
        } catch (IOException _) {
            // it has no name: nothing is left behind
        }
    }
}
