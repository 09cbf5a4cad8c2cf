package dev.gyre.conformance.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** The process that runs {@code conformance/load/server.js}. */
final class LoadServer implements AutoCloseable {
    private final Process process;
    final int port;

    /** Of the process: the heap of its JavaScript, its resident memory, its open connections and files. */
    record Memory(double heapMb, double residentMb, int connections, int files) {}

    LoadServer(List<String> command, Path script) throws IOException {
        var words = new ArrayList<>(command);
        words.addAll(List.of("--expose-gc", script.toString()));
        process = new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var line =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine();
        if (line == null) {
            throw new IOException("the server ended before it listened: " + String.join(" ", words));
        }
        port = Integer.parseInt(line);
    }

    Memory memory() throws IOException {
        return ask("memory");
    }

    /** After collecting garbage: what is left is what the program holds. */
    Memory collectedMemory() throws IOException {
        return ask("collected");
    }

    /** User and system time of the process so far. */
    Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private Memory ask(String way) throws IOException {
        String answer;
        try (var wire = new LoadConnection(port, new SplittableRandom())) {
            wire.send(("GET /" + way + " HTTP/1.1\r\nHost: localhost\r\nX-Token: memory\r\nConnection: close\r\n\r\n")
                    .getBytes(StandardCharsets.ISO_8859_1));
            answer = new String(wire.receive().body(), StandardCharsets.UTF_8);
        }
        var status = Files.readString(Path.of("/proc", String.valueOf(process.pid()), "status"));
        try (var files = Files.list(Path.of("/proc", String.valueOf(process.pid()), "fd"))) {
            return new Memory(
                    number(answer, "\"heapUsed\":(\\d+)") / 1048576.0,
                    number(status, "VmRSS:\\s+(\\d+)") / 1024.0,
                    (int) number(answer, "\"connections\":(\\d+)"),
                    (int) files.count());
        }
    }

    private static long number(String text, String pattern) {
        var matcher = Pattern.compile(pattern).matcher(text);
        if (!matcher.find()) {
            throw new IllegalStateException("no " + pattern + " in " + text);
        }
        return Long.parseLong(matcher.group(1));
    }
}
