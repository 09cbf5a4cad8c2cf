package example;

import dev.gyre.Gyre;
import dev.gyre.Runtime;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** An Express server inside a Java program, which asks it for a page. */
public final class ExpressInJava {
    private ExpressInJava() {}

    public static void main(String[] args) throws Exception {
        try (Runtime runtime = Gyre.open()) {
            runtime.expose("title", arguments -> "Dr. " + arguments.getFirst());
            Object port = runtime.eval("""
                    new Promise((resolve) => {
                      const app = require('express')();
                      app.get('/hello/:name', (request, response) => {
                        response.json({ hello: title(request.params.name) });
                      });
                      const server = app.listen(0, '127.0.0.1', () => resolve(server.address().port));
                    })
                    """);
            try (HttpClient client = HttpClient.newHttpClient()) {
                var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/hello/Ada")).build();
                HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
                System.out.println(response.statusCode() + " " + response.body());
                System.out.println(response.headers().firstValue("X-Powered-By").orElse("nobody"));
            }
        }
        System.out.println("closed");
    }
}
