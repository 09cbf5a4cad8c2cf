package dev.gyre.node.bridge;

import dev.gyre.io.libc.SystemError;
import dev.gyre.io.openssl.OpenSslMissing;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The form in which an exception crosses to JavaScript, where {@code errorFrom} of internal/bridge.js makes Node's error of it:
 * {@code [kind, message, ...]}. A kind has its own further parts:
 *
 * <pre>
 *   system   errno, code, syscall, path, dest
 *   script   class, properties (a list of names and values)
 *   range    none
 *   bug      none
 * </pre>
 *
 * <p>The other form, of calls that answer a number, is a negative errno.
 */
public final class ErrorRecord {
    private ErrorRecord() {}

    /** What JavaScript gets of a result: an exception as its record, everything else as it is. */
    static @Nullable Object ofResult(@Nullable Object result) {
        return result instanceof Throwable error ? of(error) : result;
    }

    public static List<Object> of(@Nullable Throwable error) {
        // Not a pattern switch: linking one costs milliseconds when the first error comes.
        if (error instanceof SystemError e) {
            return Arrays.asList("system", e.getMessage(), e.errno(), e.code(), e.syscall(), e.path(), e.dest());
        } else if (error instanceof ScriptError e) {
            return Arrays.asList("script", e.getMessage(), e.className(), e.propertyList());
        } else if (error instanceof OpenSslMissing e) {
            return Arrays.asList("script", e.getMessage(), "Error", List.of("code", e.code()));
        } else if (error instanceof IndexOutOfBoundsException) {
            return Arrays.asList("range", error.getMessage());
        }
        return Arrays.asList("bug", "Gyre: " + error);
    }
}
