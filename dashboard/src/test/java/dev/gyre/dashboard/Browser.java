package dev.gyre.dashboard;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A headless Chromium with one page, driven by its DevTools protocol. */
final class Browser implements AutoCloseable, WebSocket.Listener {
    private static final long LIMIT_S = 60;
    private static final Pattern VALUE = Pattern.compile("\"value\":\"((?:[^\"\\\\]|\\\\.)*)\"");

    private final Process process;
    private final Path folder;
    private final HttpClient http = HttpClient.newHttpClient();
    private final WebSocket socket;
    private final StringBuilder part = new StringBuilder();
    private final Map<Integer, CompletableFuture<String>> calls = new ConcurrentHashMap<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private int lastCall;

    /** The command of a Chromium on this machine: what GYRE_CHROMIUM names, or the first that the path has. */
    static Optional<String> command() {
        String named = System.getenv("GYRE_CHROMIUM");
        if (named != null) {
            return Optional.of(named);
        }
        List<String> names = List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(directory -> names.stream().map(name -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }

    /** @param folder empty; its owner deletes it */
    Browser(String command, Path folder) throws Exception {
        this.folder = folder;
        var builder = new ProcessBuilder(
                command,
                "--headless",
                "--no-sandbox", // which a container has no right to make
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--remote-debugging-port=0",
                "--user-data-dir=" + folder,
                "about:blank");
        builder.environment().put("TMPDIR", folder.toString()); // it is killed, and leaves behind what it has there
        process = builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve("chromium.log").toFile())
                .start();
        try {
            socket = http.newWebSocketBuilder().buildAsync(page(), this).get(LIMIT_S, TimeUnit.SECONDS);
        } catch (Exception e) {
            close();
            throw e;
        }
        for (String domain : List.of("Page", "Runtime", "Log", "Accessibility")) {
            call(domain + ".enable", "{}");
        }
    }

    /** The address at which the browser's only page takes commands. */
    private URI page() throws Exception {
        Path file = folder.resolve("DevToolsActivePort");
        long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        while (true) {
            if (Files.exists(file) && Files.size(file) > 0) {
                String port = Files.readAllLines(file).getFirst();
                var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/list"));
                String targets = http.send(request.build(), HttpResponse.BodyHandlers.ofString())
                        .body();
                Matcher address = Pattern.compile("\"webSocketDebuggerUrl\": *\"([^\"]*/page/[^\"]*)\"")
                        .matcher(targets);
                if (address.find()) {
                    return URI.create(address.group(1));
                }
            }
            if (!process.isAlive() || System.nanoTime() > untilNs) {
                throw new IOException("Chromium does not start: " + Files.readString(folder.resolve("chromium.log")));
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    @Override
    public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean isLast) {
        part.append(data);
        if (isLast) {
            String message = part.toString();
            part.setLength(0);
            Matcher answer = Pattern.compile("^\\{\"id\":([0-9]+),").matcher(message);
            if (answer.find()) {
                calls.remove(Integer.valueOf(answer.group(1))).complete(message);
            } else if (message.contains("\"Runtime.exceptionThrown\"") || message.contains("\"level\":\"error\"")) {
                complaints.add(message);
            }
        }
        webSocket.request(1);
        return CompletableFuture.completedStage(null);
    }

    /** @return the answer as JSON */
    String call(String method, String parameters) throws Exception {
        var answer = new CompletableFuture<String>();
        int id = ++lastCall;
        calls.put(id, answer);
        socket.sendText("{\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + parameters + "}", true)
                .get(LIMIT_S, TimeUnit.SECONDS);
        return answer.get(LIMIT_S, TimeUnit.SECONDS);
    }

    /** What the page says to an expression, as text. */
    String ask(String expression) throws Exception {
        String text = new JsonText()
                .open('{')
                .member("expression", "String(" + expression + ")")
                .close('}')
                .toString();
        String answer = call("Runtime.evaluate", text);
        Matcher value = VALUE.matcher(answer);
        if (answer.startsWith("{\"id\":" + lastCall + ",\"error\"")) {
            return ""; // the page was left meanwhile
        }
        if (answer.contains("\"exceptionDetails\"") || !value.find()) {
            throw new AssertionError(expression + ": " + answer);
        }
        return value.group(1).replace("\\\"", "\"").replace("\\n", "\n");
    }

    /** Waits until the page says this of an expression. */
    void until(String expression, Pattern expected) throws Exception {
        long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        String last = ask(expression);
        while (!expected.matcher(last).matches()) {
            if (System.nanoTime() > untilNs) {
                throw new AssertionError(expression + " is " + last + ", not " + expected);
            }
            TimeUnit.MILLISECONDS.sleep(10);
            last = ask(expression);
        }
    }

    void open(String url) throws Exception {
        call(
                "Page.navigate",
                new JsonText().open('{').member("url", url).close('}').toString());
        until(
                "location.href + ' ' + document.readyState",
                Pattern.compile(Pattern.quote(url) + " (interactive|complete)"));
    }

    /** @param scheme {@code light} or {@code dark} */
    void look(int width, int height, String scheme) throws Exception {
        call(
                "Emulation.setDeviceMetricsOverride",
                "{\"width\":" + width + ",\"height\":" + height + ",\"deviceScaleFactor\":1,\"mobile\":" + (width < 500)
                        + "}");
        call(
                "Emulation.setEmulatedMedia",
                "{\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\"" + scheme + "\"}]}");
    }

    /** Presses and releases a key such as {@code Enter} or {@code ArrowDown}. */
    void press(String key) throws Exception {
        String text = key.equals("Enter") ? "\\r" : key.equals(" ") ? " " : "";
        int code = switch (key) {
            case "Enter" -> 13;
            case " " -> 32;
            case "ArrowUp" -> 38;
            case "ArrowDown" -> 40;
            default -> 0;
        };
        String event = "\"key\":\"" + key + "\",\"text\":\"" + text + "\",\"windowsVirtualKeyCode\":" + code + "}";
        call("Input.dispatchKeyEvent", "{\"type\":\"keyDown\"," + event);
        call("Input.dispatchKeyEvent", "{\"type\":\"keyUp\"," + event);
    }

    /** Errors of the page's scripts, and what its security policy has refused. */
    List<String> complaints() {
        return List.copyOf(complaints);
    }

    @Override
    public void close() throws IOException {
        http.shutdownNow();
        List<ProcessHandle> all = process.descendants().toList();
        all.forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try { // they write to the folder until they have ended
            process.waitFor(LIMIT_S, TimeUnit.SECONDS);
            for (ProcessHandle one : all) {
                one.onExit().orTimeout(LIMIT_S, TimeUnit.SECONDS).join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
