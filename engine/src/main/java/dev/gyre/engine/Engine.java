package dev.gyre.engine;

import com.caoccao.javet.interop.V8Host;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.interop.options.V8RuntimeOptions;
import dev.gyre.engine.v8internals.Capability;
import dev.gyre.engine.v8internals.FlagValues;
import dev.gyre.engine.v8internals.FlagValues.Flag;
import dev.gyre.engine.v8internals.LinkedAccess;
import dev.gyre.engine.v8internals.ThrownValues;
import dev.gyre.engine.v8internals.V8Internals;
import dev.gyre.engine.v8internals.machinecode.LoopChecks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * V8 in this process. Its flags, its native library and its ICU file are the same for every isolate and are fixed by
 * the first {@link #start}: V8 can't be configured twice, so this state belongs to the process and is static.
 */
public final class Engine {
    /** Isolates may have limits of their own: see {@link IsolateLimits}. */
    private static final String CHANGEABLE = "--no-freeze-flags-after-init";

    /** Loops that V8 unrolls may lack their checks for interrupts: see {@link LoopChecks}. */
    private static final String NOT_UNROLLED = "--no-turboshaft-loop-unrolling";

    /** V8 then samples, by signals, the thread that made an isolate. */
    private static final Pattern SAMPLING = Pattern.compile("(^| )--prof( |$)");

    private static @Nullable V8Host host;
    private static @Nullable Path libraryFolder;
    private static @Nullable ForeignAccess access;
    private static @Nullable IsolateLimits limits;
    private static @Nullable IsolateFactory factory;
    private static @Nullable FlagChanges flagChanges;
    private static boolean isSampled;
    private static boolean hasIsolate;
    private static String flags = "";

    private Engine() {}

    /** Where the unpacked native library and the ICU file lie, and V8's flags. */
    public record Options(Path libraryFolder, Path icuFile, String flags) {
        public Options {
            Objects.requireNonNull(libraryFolder);
            Objects.requireNonNull(icuFile);
            Objects.requireNonNull(flags);
        }
    }

    /** Starts V8. Only the first call has an effect: V8 can't be configured twice in one process. */
    public static synchronized void start(Options options) {
        if (host != null) {
            return;
        }
        System.setProperty("javet.lib.loading.type", "custom"); // for Javet's own V8Host, should that come first
        System.setProperty("javet.lib.loading.path", options.libraryFolder().toString());
        V8RuntimeOptions.V8_FLAGS
                .setIcuDataFile(options.icuFile().toString())
                .setUseStrict(false)
                .setCustomFlags(
                        CHANGEABLE + (uses(Capability.LOOP_CHECKS) ? " " : " " + NOT_UNROLLED + " ") + options.flags());
        V8Host started = V8Host.getV8I18nInstance();
        if (uses(Capability.THROWN_VALUES)) {
            ThrownValues.install();
        }
        libraryFolder = options.libraryFolder();
        isSampled = SAMPLING.matcher(options.flags()).find();
        flags = options.flags();
        host = started;
    }

    /** Without a look at what is turned off, where nothing is. */
    private static boolean uses(Capability capability) {
        return System.getProperty(V8Internals.PROPERTY) == null
                || V8Internals.ofProcess().has(capability);
    }

    /** Has all loops keep their checks for interrupts. Every isolate is shown here before anything runs in it. */
    static void checkLoops(V8Runtime isolate) {
        if (isFirstIsolate() && uses(Capability.LOOP_CHECKS) && !LoopChecks.keep(isolate)) {
            limits().set(Flag.LOOP_UNROLLING, 0);
        }
    }

    private static synchronized boolean isFirstIsolate() {
        boolean isFirst = !hasIsolate;
        hasIsolate = true;
        return isFirst;
    }

    /** The flags that V8 was started with. */
    public static synchronized String flags() {
        return flags;
    }

    /** Where V8's library lies, and beside it the other native libraries of the image. */
    public static synchronized Path libraryFolder() {
        if (libraryFolder == null) {
            throw new IllegalStateException("Engine.start must be called before a native library is looked for");
        }
        return libraryFolder;
    }

    /** How this module gets at memory and functions of V8's library, where it needs that. Otherwise by the JVM's linker. */
    public static synchronized void accessBy(ForeignAccess given) {
        access = given;
    }

    /** What {@link #accessBy} was given. */
    public static synchronized ForeignAccess access() {
        if (access == null) {
            access = new LinkedAccess();
        }
        return access;
    }

    /** How isolates get limits of their own. */
    static synchronized IsolateLimits limits() {
        if (limits == null) {
            limits = new IsolateLimits(libraryFolder());
        }
        return limits;
    }

    /**
     * Whether V8's linear engine takes over where a regular expression backtracks too much, in those compiled from now on, of
     * the whole process; V8 compiles one when it is first matched. For programs that compare both, and run no others.
     *
     * @return false where that can't be changed
     */
    public static boolean guardRegexps(boolean on) {
        return limits().set(Flag.REGEXP_GUARD, on ? 1 : 0);
    }

    /** Writes, at build time, where V8's flags are, beside V8's library: see {@link FlagValues}. */
    public static void writeFlagPlaces() throws IOException {
        FlagValues values = limits().values();
        if (values != null) {
            values.writePlaces(libraryFolder());
        }
    }

    /** Which of V8's flags can be changed while it runs. */
    public static synchronized FlagChanges flagChanges() {
        if (flagChanges == null) {
            flagChanges = new FlagChanges(limits().values());
        }
        return flagChanges;
    }

    /** Whether an isolate has to be made by the thread that uses it. */
    static synchronized boolean isSampled() {
        return isSampled;
    }

    /** Gives the system back what the C library keeps of an isolate that was closed, when no worker is being started. */
    public static void trimSoon() {
        factory().trimSoon();
    }

    /** Who makes the isolates of workers. */
    static synchronized IsolateFactory factory() {
        if (factory == null) {
            factory = new IsolateFactory(limits());
        }
        return factory;
    }

    static synchronized V8Host host() {
        if (host == null) {
            throw new IllegalStateException("Engine.start must be called before an isolate is opened");
        }
        return host;
    }
}
