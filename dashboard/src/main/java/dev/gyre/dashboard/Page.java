package dev.gyre.dashboard;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Pages that are one file each: their style and script stand in them. */
public final class Page {
    private Page() {}

    static String dashboard(String nonce, String secret, String program) {
        return file("dashboard.html")
                .replace("{{style}}", file("style.css"))
                .replace("{{parts}}", file("parts.js"))
                .replace("{{script}}", file("dashboard.js"))
                .replace("{{nonce}}", nonce)
                .replace("{{secret}}", secret)
                .replace("{{program}}", escaped(program));
    }

    /**
     * The doctor's report.
     *
     * @param json what it shows; can stand in a script
     */
    public static String report(String program, boolean isBad, String verdict, String json) {
        String nonce = Access.random();
        return file("report.html")
                .replace("{{style}}", file("style.css"))
                .replace("{{parts}}", file("parts.js"))
                .replace("{{script}}", file("report.js"))
                .replace("{{nonce}}", nonce)
                .replace("{{state}}", isBad ? "bad" : "good")
                .replace("{{program}}", escaped(program))
                .replace("{{verdict}}", escaped(verdict))
                .replace("{{data}}", json); // the last, since it can hold anything
    }

    /** A text in HTML. */
    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** JSON of somebody else's, so that it can stand in a script: outside of strings it has none of these. */
    public static String inScript(String json) {
        return json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
    }

    /** Nothing but the page's own style and script, and requests to where it came from. */
    static String policy(String nonce) {
        return "default-src 'none'; script-src 'nonce-" + nonce + "'; style-src 'nonce-" + nonce
                + "'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    }

    static String file(String name) {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not in the image");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
