package dev.gyre.node.napi;

import java.util.List;

/** The values of {@code napi_status} that Java answers. */
final class Status {
    static final int OK = 0;
    static final int INVALID_ARG = 1;
    static final int STRING_EXPECTED = 3;
    static final int NUMBER_EXPECTED = 6;
    static final int BOOLEAN_EXPECTED = 7;
    static final int GENERIC_FAILURE = 9;
    static final int PENDING_EXCEPTION = 10;
    static final int ESCAPE_CALLED_TWICE = 12;
    static final int HANDLE_SCOPE_MISMATCH = 13;
    static final int QUEUE_FULL = 15;
    static final int CLOSING = 16;
    static final int BIGINT_EXPECTED = 17;
    static final int CANNOT_RUN_JS = 23;

    /** The texts of Node's {@code napi_get_last_error_info}, from the second status on. */
    static final List<String> MESSAGES = List.of(
            "Invalid argument",
            "An object was expected",
            "A string was expected",
            "A string or symbol was expected",
            "A function was expected",
            "A number was expected",
            "A boolean was expected",
            "An array was expected",
            "Unknown failure",
            "An exception is pending",
            "The async work item was cancelled",
            "napi_escape_handle already called on scope",
            "Invalid handle scope usage",
            "Invalid callback scope usage",
            "Thread-safe function queue is full",
            "Thread-safe function handle is closing",
            "A bigint was expected",
            "A date was expected",
            "An arraybuffer was expected",
            "A detachable arraybuffer was expected",
            "Main thread would deadlock",
            "External buffers are not allowed",
            "Cannot run JavaScript");

    private Status() {}
}
