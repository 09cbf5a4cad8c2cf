package dev.gyre.loop;

/**
 * How a {@link Request} completed.
 *
 * {@snippet :
 * switch (outcome) {
 *     case Outcome.Success<String> success -> use(success.value());
 *     case Outcome.Failure<String> failure -> report(failure.error());
 *     case Outcome.Cancelled<String> cancelled -> { }
 * }
 * }
 */
public sealed interface Outcome<T> {
    /** It completed with a value, which is null for work that has none to give. */
    record Success<T>(T value) implements Outcome<T> {}

    /** It threw. */
    record Failure<T>(Throwable error) implements Outcome<T> {}

    /** It was cancelled before it started. */
    record Cancelled<T>() implements Outcome<T> {}

    /**
     * The value of a success.
     *
     * @throws IllegalStateException when there is none, with the failure as its cause
     */
    default T orThrow() {
        // Not a pattern switch: linking one costs a program milliseconds when it first does.
        if (this instanceof Success<T> success) {
            return success.value();
        }
        if (this instanceof Failure<T> failure) {
            throw new IllegalStateException("the request failed: " + failure.error(), failure.error());
        }
        throw new IllegalStateException("the request was cancelled before it started");
    }
}
