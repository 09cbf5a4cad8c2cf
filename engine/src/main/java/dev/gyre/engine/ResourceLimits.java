package dev.gyre.engine;

import org.jspecify.annotations.Nullable;

/**
 * What one isolate may use: Node's {@code resourceLimits} of a worker. V8 takes whole megabytes, so parts of one count as
 * one.
 *
 * @param maxYoungGenerationSizeMb new objects: V8's two semi-spaces, and as much again for large objects
 * @param maxOldGenerationSizeMb objects that survived
 * @param codeRangeSizeMb told, not applied: V8 has no flag for it, and where it is 0 decides itself
 * @param stackSizeMb the stack of JavaScript, with the part that V8 leaves free for native calls
 */
public record ResourceLimits(
        double maxYoungGenerationSizeMb, double maxOldGenerationSizeMb, double codeRangeSizeMb, double stackSizeMb) {
    private static final long PLENTY_MB = 15 * 1024;
    private static final int OLD_TO_SEMI_SPACE = 128;
    private static final int LARGEST_SEMI_SPACE_MB = 32;

    /** A young generation has two semi-spaces, and may have large objects of the size of one. */
    private static final int SEMI_SPACES = 3;

    private static final double STACK_MB = 4;

    /** Stays free below V8's limit, as in a worker of Node's, for calls of V8 into native code. */
    private static final int NATIVE_STACK_KIB = 192;

    /** A script at its deepest may call into Java. */
    private static final long JAVA_STACK_BYTES = 4L << 20;

    /** What a worker of Node's has that is given no limits, on a machine with so much memory. */
    public static ResourceLimits byDefault(long memoryBytes) {
        long memoryMb = memoryBytes >> 20;
        long oldMb = Math.min(memoryMb / 2, memoryMb >= PLENTY_MB ? 4096 : 2048);
        long semiSpaceMb = Math.clamp(oldMb / OLD_TO_SEMI_SPACE, 1, LARGEST_SEMI_SPACE_MB);
        return new ResourceLimits(SEMI_SPACES * semiSpaceMb, oldMb, 0, STACK_MB);
    }

    /** These, where a figure is not positive that of {@code others}. */
    public ResourceLimits orElse(ResourceLimits others) {
        return new ResourceLimits(
                maxYoungGenerationSizeMb > 0 ? maxYoungGenerationSizeMb : others.maxYoungGenerationSizeMb,
                maxOldGenerationSizeMb > 0 ? maxOldGenerationSizeMb : others.maxOldGenerationSizeMb,
                codeRangeSizeMb > 0 ? codeRangeSizeMb : others.codeRangeSizeMb,
                stackSizeMb > 0 ? stackSizeMb : others.stackSizeMb);
    }

    /** By hand, as the next: what Java makes of a record is linked at its first call, for 15 ms of every first worker. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ResourceLimits(double young, double old, double code, double stack)
                && young == maxYoungGenerationSizeMb
                && old == maxOldGenerationSizeMb
                && code == codeRangeSizeMb
                && stack == stackSizeMb;
    }

    @Override
    public int hashCode() {
        return Double.hashCode(maxYoungGenerationSizeMb + maxOldGenerationSizeMb * 31 + stackSizeMb);
    }

    /** How large the stack of the thread has to be that opens the isolate. */
    public long threadStackBytes() {
        return (long) (stackSizeMb * (1 << 20)) + JAVA_STACK_BYTES;
    }

    long stackKib() {
        return Math.max((long) (stackSizeMb * 1024) - NATIVE_STACK_KIB, NATIVE_STACK_KIB);
    }

    long semiSpaceMb() {
        return Math.max((long) Math.ceil(maxYoungGenerationSizeMb / SEMI_SPACES), 1);
    }

    long oldMb() {
        return Math.max((long) Math.ceil(maxOldGenerationSizeMb), 1);
    }
}
