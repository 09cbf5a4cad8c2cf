package dev.gyre.node.process;

import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Posix;
import dev.gyre.io.libc.SystemError;
import dev.gyre.io.process.PosixProcess;
import dev.gyre.io.process.ProcessImage;
import dev.gyre.io.process.ProcessSignals;
import dev.gyre.io.process.StartText;
import dev.gyre.io.process.Terminal;
import dev.gyre.io.stream.StandardStream;
import dev.gyre.loop.WorkerPool;
import dev.gyre.node.HostProcess;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** The process of a command: it is the runtime's own, and all that it asks for is done. */
public final class CommandProcess implements HostProcess {
    /** Variables that the launcher hides from the JVM. */
    private static final String[] KEPT = {
        "JAVA_TOOL_OPTIONS",
        "JDK_JAVA_OPTIONS",
        "_JAVA_OPTIONS",
        "JDK_ALTERNATE_VM",
        "_JAVA_LAUNCHER_DEBUG",
        "_JAVA_SR_SIGNUM",
        "ICU_DATA"
    };

    /** Variables that a shell does not pass on, because of their names: the launcher's text of their bytes. */
    private static final String ODD_NAMES = "GYRE_ODD_NAMES";

    private static final String LOST_FOLDER = "gyre.lostFolder";

    private final IntConsumer onExit;
    private volatile boolean moved = !StartText.isExact() || isFolderLost(); // from the folder that the JVM knows

    /** @param onExit ends the process; does not return */
    public CommandProcess(IntConsumer onExit) {
        this.onExit = onExit;
    }

    @Override
    public boolean isOwn() {
        return true;
    }

    @Override
    public void exit(int code) {
        onExit.accept(code);
    }

    /** As the user set it: the launcher sets some variables, and keeps those that the JVM must not see under other names. */
    @Override
    public Map<String, String> environment() {
        var environment = new LinkedHashMap<>(StartText.environment());
        if (environment.remove("GYRE_LAUNCHED") == null) {
            return environment;
        }
        environment.remove("ICU_DATA");
        environment.remove("_JAVA_SR_SIGNUM");
        for (String name : KEPT) {
            String value = environment.remove("GYRE_KEPT_" + name);
            if (value != null) {
                environment.put(name, value);
            }
        }
        String odd = environment.remove(ODD_NAMES);
        if (odd != null) {
            environment.putAll(StartText.variables(Base64.getDecoder().decode(odd)));
        }
        return environment;
    }

    @Override
    public String cwd() {
        try {
            return moved ? PosixProcess.getcwd() : firstFolder();
        } catch (SystemError e) {
            String text = "process.cwd failed with error " + Errno.messageOf(e.errno());
            if (e.errno() == Errno.ENOENT.number()) {
                text += ", the current working directory was likely removed without changing the working directory";
            }
            throw new SystemError(e.errno(), text, e.syscall());
        }
    }

    /** Whether the process began in a folder that has been removed: the launcher left the number of its descriptor. */
    private static boolean isFolderLost() {
        return System.getProperty(LOST_FOLDER) != null;
    }

    /** Goes back to the folder that the process began in, if the JVM could not start there. Before everything else. */
    public static void returnToLostFolder() {
        if (isFolderLost()) {
            int descriptor = Integer.getInteger(LOST_FOLDER);
            PosixProcess.chdir(NativePath.of("/proc/self/fd/" + descriptor));
            Posix.close(descriptor);
        }
    }

    /** Where the process began, which the JVM knows; but it may be gone. */
    private static String firstFolder() {
        String folder = System.getProperty("user.dir");
        if (!Files.isDirectory(Path.of(folder))) {
            throw new SystemError(Errno.ENOENT, "uv_cwd", null, null);
        }
        return folder;
    }

    @Override
    public void chdir(String folder) {
        try {
            PosixProcess.chdir(NativePath.of(folder));
        } catch (SystemError e) {
            throw new SystemError(e.code(), "chdir", folderBefore(), folder);
        }
        moved = true;
    }

    private String folderBefore() {
        try {
            return cwd();
        } catch (SystemError e) {
            return ""; // it is gone
        }
    }

    @Override
    public int umask(int mask) {
        return mask >= 0 ? PosixProcess.umask(mask) : PosixProcess.umask();
    }

    @Override
    public String title(String title) {
        return ProcessImage.title(title);
    }

    @Override
    public void setTimeZone(@Nullable String name) {
        PosixProcess.setTimeZone(name);
    }

    @Override
    public void setPoolSize(@Nullable String size) {
        WorkerPool.commonSize(size);
    }

    @Override
    public @Nullable IntConsumer listen(int signal, IntConsumer listener) {
        return ProcessSignals.listen(signal, listener);
    }

    @Override
    public void unlisten(int signal) {
        ProcessSignals.unlisten(signal);
    }

    @Override
    public void raise(int signal) {
        ProcessSignals.raise(signal);
    }

    @Override
    public int execve(String file, List<String> arguments, List<String> environment) {
        return ProcessImage.execve(file, arguments, environment);
    }

    @Override
    public int openInput() {
        return 0;
    }

    @Override
    public StandardStream.Kind kindOf(int descriptor) {
        return StandardStream.kindOf(descriptor);
    }

    @Override
    public void write(int descriptor, ByteBuffer bytes) {
        StandardStream.write(descriptor, bytes);
    }

    @Override
    public void restoreTerminals() {
        Terminal.restoreAll();
    }
}
