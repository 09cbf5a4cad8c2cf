package dev.gyre.dashboard;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Sends bytes to a dashboard as they are: no client library would send what these tests do. */
final class Client {
    private static final int LIMIT_MS = 30_000;

    private final int port;

    Client(String url) {
        port = Integer.parseInt(url.replaceAll(".*:([0-9]+)/", "$1"));
    }

    Socket connect() throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(LIMIT_MS);
        return socket;
    }

    /** Status line, headers and body of the answer. */
    String send(String request) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    String get(String target, String... headers) throws IOException {
        return send("GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n" + lines(headers) + "\r\n");
    }

    /** A POST as the page makes it, but for the secret. */
    String post(String target, String... headers) throws IOException {
        String host = "127.0.0.1:" + port;
        return send("POST " + target + " HTTP/1.1\r\nHost: " + host + "\r\nOrigin: http://" + host
                + "\r\nContent-Length: 0\r\n" + lines(headers) + "\r\n");
    }

    private static String lines(String... headers) {
        return headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
    }

    static int status(String answer) {
        return answer.startsWith("HTTP/1.1 ") ? Integer.parseInt(answer.substring(9, 12)) : 0;
    }

    static String body(String answer) {
        return answer.substring(answer.indexOf("\r\n\r\n") + 4);
    }
}
