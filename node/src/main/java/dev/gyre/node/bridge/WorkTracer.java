package dev.gyre.node.bridge;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Sees the work that native functions have the pool do. */
@FunctionalInterface
public interface WorkTracer {
    /**
     * @param binding the name of the binding that the function belongs to
     * @param work as it is
     * @return what the pool's thread calls instead; its name in reports should stay that of the work
     */
    Callable<@Nullable Object> around(String binding, Callable<@Nullable Object> work);
}
