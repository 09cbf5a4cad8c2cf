package dev.gyre.loop.watch;

import dev.gyre.loop.Running;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A callback that holds its loop, as it was seen while it ran.
 *
 * @param who the loop's name, such as {@code main} or {@code worker 3}
 * @param running the callback: its number, phase and kind
 * @param what it belongs to, such as {@code GET /orders}; null where nothing is known
 * @param elapsedNs how long it had run when this was made
 * @param stack its calls, innermost first; empty where none could be had
 * @param cause why it takes long
 * @param detail of the cause: a pattern, a function's name, a share of the time; empty where there is none
 * @param isOver whether this is the second report of a block, made when it ended
 * @param isEnded whether it was ended because it overran its limit
 */
public record Block(
        String who,
        Running running,
        @Nullable String what,
        long elapsedNs,
        List<Frame> stack,
        Cause cause,
        String detail,
        boolean isOver,
        boolean isEnded) {
    /** The call of the program's own code that is innermost: where to look. */
    public Optional<Frame> place() {
        return stack.stream().filter(Frame::isOwn).findFirst();
    }

    /** The name of that function, or null. */
    public @Nullable String function() {
        return place().map(Frame::function).orElse(null);
    }

    /** The file of that function, or null. */
    public @Nullable String file() {
        return place().map(Frame::file).orElse(null);
    }

    /** The line in that file, or 0. */
    public int line() {
        return place().map(Frame::line).orElse(0);
    }

    Block over(long totalNs) {
        return new Block(who, running, what, totalNs, stack, cause, detail, true, isEnded);
    }
}
