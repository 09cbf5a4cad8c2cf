package dev.gyre.conformance.load;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * One client: connection after connection until the time is over. A connection has a random number of requests, one by
 * one or pipelined, and ends in one of many ways: told beforehand, by half-closing, by going away, or broken in the
 * middle of something, where no answer can be expected. Everywhere else a missing or wrong answer is a failure.
 */
final class Visitor implements Runnable {
    private static final int MOST_REQUESTS = 60;
    private static final int MOST_PIPELINED = 8;
    private static final int SMALL = 2 * 1024;
    private static final int LARGE = 200 * 1024;
    private static final int STREAMED = 48 * 1024; // less than the kernel buffers: we write all before we read

    private final int number;
    private final int port;
    private final RandomGenerator random;
    private final Tally tally;
    private final BooleanSupplier over;
    private int requests;

    /** A request as bytes, and what its answer has to be. */
    private record Request(String token, byte[] bytes, byte[] answer) {}

    Visitor(int number, int port, RandomGenerator random, Tally tally, BooleanSupplier over) {
        this.number = number;
        this.port = port;
        this.random = random;
        this.tally = tally;
        this.over = over;
    }

    @Override
    public void run() {
        while (!over.getAsBoolean() && !tally.failed()) {
            try (var wire = new LoadConnection(port, random)) {
                tally.connections.increment();
                visit(wire);
            } catch (IOException | RuntimeException e) {
                tally.fail("visitor %d, after %d requests: %s".formatted(number, requests, e));
            }
        }
    }

    private void visit(LoadConnection wire) throws IOException {
        for (int left = 1 + random.nextInt(MOST_REQUESTS); left > 0 && !over.getAsBoolean(); left--) {
            switch (random.nextInt(100)) {
                case 0, 1 -> {
                    breakOff(wire);
                    return;
                }
                case 2 -> {
                    exchange(wire, List.of(request("Connection: close\r\n")));
                    wire.expectEnd();
                    return;
                }
                case 3 -> {
                    var last = get("give", random.nextInt(LARGE), ""); // what is answered later may be dropped then
                    wire.send(last.bytes);
                    wire.sendNoMore();
                    check(last, wire.receive());
                    wire.expectEnd();
                    return;
                }
                case 4, 5, 6, 7, 8, 9 -> {
                    var pipelined = new ArrayList<Request>();
                    for (int more = 2 + random.nextInt(MOST_PIPELINED - 1); more > 0; more--) {
                        pipelined.add(small());
                    }
                    exchange(wire, pipelined);
                }
                default -> exchange(wire, List.of(request("")));
            }
        }
    }

    private void exchange(LoadConnection wire, List<Request> sent) throws IOException {
        var bytes = new ByteArrayOutputStream();
        sent.forEach(request -> bytes.writeBytes(request.bytes));
        wire.send(bytes.toByteArray());
        for (var request : sent) {
            check(request, wire.receive());
        }
    }

    private void check(Request request, LoadConnection.Answer answer) {
        if (answer.status() != 200
                || !request.token.equals(answer.headers().get("x-token"))
                || !Arrays.equals(request.answer, answer.body())) {
            throw new IllegalStateException("the answer to %s, %d bytes, has status %d, token %s, %d bytes: %.100s"
                    .formatted(
                            request.token,
                            request.answer.length,
                            answer.status(),
                            answer.headers().get("x-token"),
                            answer.body().length,
                            latin1(answer.body())));
        }
        tally.answers.increment();
        tally.bytes.add(request.bytes.length + answer.body().length);
    }

    /** Goes away in the middle of a request, before its answer, or in the middle of the answer. */
    private void breakOff(LoadConnection wire) throws IOException {
        tally.broken.increment();
        var request = request("");
        if (random.nextBoolean()) {
            wire.send(Arrays.copyOf(request.bytes, random.nextInt(request.bytes.length)));
        } else {
            wire.send(request.bytes);
            if (random.nextBoolean()) {
                wire.receiveSome();
            }
        }
        if (random.nextBoolean()) {
            wire.reset();
        }
    }

    private Request request(String header) {
        int size = random.nextInt(random.nextInt(10) == 0 ? LARGE : SMALL);
        return switch (random.nextInt(6)) {
            case 0, 1 -> get("give", size, header);
            case 2 -> get("parts", size, header);
            case 3 -> get("later", size, header);
            case 4 -> post("collect", size, header);
            default -> post("stream", Math.min(size, STREAMED), header);
        };
    }

    private Request small() {
        int size = random.nextInt(SMALL);
        return switch (random.nextInt(4)) {
            case 0 -> get("later", size, "");
            case 1 -> post("stream", size, "");
            case 2 -> post("collect", size, "");
            default -> get("give", size, "");
        };
    }

    private Request get(String way, int size, String header) {
        var token = token();
        return new Request(token, latin1(head("GET", way + "/" + size, token, header + "\r\n")), text(token, size));
    }

    /** A body with its length told beforehand, or in chunks. */
    private Request post(String way, int size, String header) {
        var token = token();
        var body = text(token, size);
        var bytes = new ByteArrayOutputStream(size + 300);
        if (random.nextBoolean()) {
            bytes.writeBytes(latin1(head("POST", way, token, header + "Content-Length: " + size + "\r\n\r\n")));
            bytes.writeBytes(body);
        } else {
            bytes.writeBytes(latin1(head("POST", way, token, header + "Transfer-Encoding: chunked\r\n\r\n")));
            for (int at = 0; at < size; ) {
                int length = Math.min(size - at, 1 + random.nextInt(1 + size / 2));
                bytes.writeBytes(latin1(Integer.toHexString(length) + "\r\n"));
                bytes.write(body, at, length);
                bytes.writeBytes(latin1("\r\n"));
                at += length;
            }
            bytes.writeBytes(latin1("0\r\n\r\n"));
        }
        return new Request(token, bytes.toByteArray(), body);
    }

    private static String head(String method, String path, String token, String rest) {
        return method + " /" + path + " HTTP/1.1\r\nHost: localhost\r\nX-Token: " + token + "\r\n" + rest;
    }

    private String token() {
        return "v" + number + "-" + ++requests + "-" + Integer.toHexString(random.nextInt()) + ";";
    }

    /** The token again and again, as the server makes it. */
    private static byte[] text(String token, int size) {
        var one = latin1(token);
        var text = new byte[size];
        for (int at = 0; at < size; at += one.length) {
            System.arraycopy(one, 0, text, at, Math.min(one.length, size - at));
        }
        return text;
    }

    private static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String latin1(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
