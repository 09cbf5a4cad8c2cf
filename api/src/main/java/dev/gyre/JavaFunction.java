package dev.gyre;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A Java function for JavaScript to call, see {@link Runtime#expose}. */
@FunctionalInterface
public interface JavaFunction {
    /**
     * Called on the runtime's thread, while JavaScript waits: work that takes long belongs to another thread, with a {@link
     * java.util.concurrent.CompletionStage} as the result, which JavaScript gets as a promise.
     *
     * @param arguments as plain Java values
     * @return a plain Java value, or a CompletionStage of one
     * @throws Exception becomes an Error in JavaScript
     */
    @Nullable
    Object call(List<@Nullable Object> arguments) throws Exception;
}
