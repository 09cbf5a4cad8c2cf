package dev.gyre.node.wasi;

import dev.gyre.engine.Args;
import dev.gyre.io.file.Directory;
import dev.gyre.io.file.FileStatus;
import dev.gyre.io.file.Sandbox;
import dev.gyre.io.libc.Descriptors;
import dev.gyre.io.libc.FileCalls;
import dev.gyre.io.libc.KernelRandom;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Posix;
import dev.gyre.io.libc.Scratch;
import dev.gyre.io.libc.SystemClock;
import dev.gyre.io.libc.SystemError;
import dev.gyre.io.libc.Utf8;
import dev.gyre.io.process.PosixProcess;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.OpenDescriptors;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What {@code wasi/internal} asks the system. A function answers a result that is not negative, or WASI's number of the
 * error, negative. In paths each char is one byte; a path is given with the {@link Sandbox} that it is in: its name and its
 * real path.
 */
public final class WasiBinding implements Binding {
    private static final int F_GETFL = 3;
    private static final int F_SETFL = 4;
    private static final int FOLDER_MODE = 0777;
    private static final int FILE_MODE = 0666;
    private static final long NS_PER_SECOND = 1_000_000_000;

    private static final int S_IFMT = 0xf000;
    private static final int S_IFIFO = 0x1000;
    private static final int S_IFCHR = 0x2000;
    private static final int S_IFDIR = 0x4000;
    private static final int S_IFBLK = 0x6000;
    private static final int S_IFREG = 0x8000;
    private static final int S_IFLNK = 0xa000;
    private static final int S_IFSOCK = 0xc000;
    private static final int FOLDER = 3;
    private static final int REGULAR_FILE = 4;
    private static final int DATAGRAM_SOCKET = 5;
    private static final int STREAM = 6;

    // Of struct linux_dirent64
    private static final int RECORD_BYTES_AT = 16;
    private static final int KIND_AT = 18;
    private static final int NAME_AT = 19;

    private final OpenDescriptors descriptors;

    public WasiBinding(@Nullable GyreRuntime runtime) {
        descriptors = runtime == null ? OpenDescriptors.unnoted() : runtime.descriptors();
    }

    /** What may be refused by the system or by the sandbox. */
    @FunctionalInterface
    private interface Call {
        Object run(Args args) throws Sandbox.EscapeException;
    }

    @FunctionalInterface
    private interface Action {
        void run(Args args) throws Sandbox.EscapeException;
    }

    @Override
    public String name() {
        return "wasi";
    }

    @Override
    public void register(Functions f) {
        registerDescriptors(f);
        registerPaths(f);
        registerSystem(f);
    }

    private static void call(Functions f, String name, Call call) {
        f.add(name, args -> {
            try {
                return call.run(args);
            } catch (SystemError e) {
                return WasiErrno.failure(e.errno());
            } catch (Sandbox.EscapeException _) {
                return -WasiErrno.ENOTCAPABLE;
            }
        });
    }

    private static void action(Functions f, String name, Action action) {
        call(f, name, args -> {
            action.run(args);
            return 0;
        });
    }

    private static long checked(long result, String syscall) {
        if (result < 0) {
            throw new SystemError((int) result, syscall, null, null);
        }
        return result;
    }

    private void registerDescriptors(Functions f) {
        action(f, "status", args -> write(FileStatus.fstat(args.integer(0)), args.requiredBytes(1)));
        f.add("isTerminal", args -> Descriptors.isatty(args.integer(0)));
        call(f, "kind", args -> kind(args.integer(0)));
        call(f, "close", args -> checked(descriptors.close(args.integer(0), false), "close"));
        call(f, "read", args -> transfer(args, true));
        call(f, "write", args -> transfer(args, false));
        call(f, "seek", args ->
                (double) checked(FileCalls.seek(args.integer(0), args.longValue(1), args.integer(2)), "lseek"));
        action(
                f,
                "advise",
                args -> checked(
                        FileCalls.advise(args.integer(0), args.longValue(1), args.longValue(2), args.integer(3)),
                        "posix_fadvise"));
        action(
                f,
                "allocate",
                args -> checked(
                        FileCalls.allocate(args.integer(0), args.longValue(1), args.longValue(2)), "posix_fallocate"));
        call(f, "flags", args -> Posix.fcntl(args.integer(0), F_GETFL, 0));
        action(f, "setFlags", args -> Posix.fcntl(args.integer(0), F_SETFL, args.integer(1)));
        action(f, "sync", args -> Posix.fsync(args.integer(0)));
        action(f, "datasync", args -> Posix.fdatasync(args.integer(0)));
        action(f, "truncate", args -> Posix.ftruncate(args.integer(0), args.longValue(1)));
        action(f, "setTimes", args -> Posix.futimes(args.integer(0), args.number(1), args.number(2)));
    }

    /** (descriptor, memory, position or -1): how many bytes were moved */
    private static Object transfer(Args args, boolean reads) {
        ByteBuffer memory = args.requiredBytes(1);
        int fd = args.integer(0);
        long position = args.longValue(2);
        return reads
                ? Posix.read(fd, memory, 0, memory.remaining(), position)
                : Posix.write(fd, memory, 0, memory.remaining(), position);
    }

    private void registerPaths(Functions f) {
        call(
                f,
                "openFolder",
                args -> { // (path of the host's): descriptor and real path
                    byte[] real = Posix.realpath(NativePath.of(args.requiredString(0)));
                    int fd = Posix.open(NativePath.of(real), Posix.O_RDONLY, FILE_MODE);
                    descriptors.add(fd);
                    return List.of(fd, new String(real, StandardCharsets.ISO_8859_1));
                });
        call(
                f,
                "open",
                args -> { // (sandbox, path, follow, flags): descriptor and real path
                    String real = resolve(args, 0, args.bool(3));
                    int fd = Posix.open(Sandbox.path(real), args.integer(4), FILE_MODE);
                    descriptors.add(fd);
                    return List.of(fd, real);
                });
        action(
                f,
                "pathStatus",
                args -> { // (sandbox, path, follow, memory)
                    String real = resolve(args, 0, args.bool(3));
                    write(FileStatus.lstat(Sandbox.path(real)), args.requiredBytes(4));
                });
        action(
                f,
                "pathSetTimes",
                args -> { // (sandbox, path, follow, times)
                    String real = resolve(args, 0, args.bool(3));
                    Posix.lutimes(Sandbox.path(real), args.number(4), args.number(5));
                });
        call(f, "makeFolder", args -> checked(FileCalls.mkdir(address(args), FOLDER_MODE), "mkdir"));
        call(f, "removeFolder", args -> checked(FileCalls.rmdir(address(args)), "rmdir"));
        call(f, "unlink", args -> checked(FileCalls.unlink(address(args)), "unlink"));
        call(f, "readlink", args -> Posix.readlink(Sandbox.path(resolve(args, 0, false))));
        action(
                f,
                "link",
                args -> { // (sandbox, path, follow, sandbox, path)
                    String from = resolve(args, 0, args.bool(3));
                    Posix.link(Sandbox.path(from), Sandbox.path(resolve(args, 4, false)));
                });
        action(
                f,
                "rename",
                args -> { // (sandbox, path, sandbox, path)
                    String from = resolve(args, 0, false);
                    Posix.rename(Sandbox.path(from), Sandbox.path(resolve(args, 3, false)));
                });
        action(
                f,
                "symlink",
                args -> { // (sandbox, path, target)
                    sandbox(args, 0)
                            .resolve(args.requiredString(3), false); // it may not lead out from the folder itself
                    Posix.symlink(Sandbox.path(args.requiredString(3)), Sandbox.path(resolve(args, 0, false)));
                });
        call(f, "entries", args -> entries(Sandbox.path(args.requiredString(0))));
    }

    private static Sandbox sandbox(Args args, int at) {
        return new Sandbox(args.requiredString(at), args.requiredString(at + 1));
    }

    private static String resolve(Args args, int at, boolean follows) throws Sandbox.EscapeException {
        return sandbox(args, at).resolve(args.requiredString(at + 2), follows);
    }

    private static long address(Args args) throws Sandbox.EscapeException {
        return Scratch.get().path(Sandbox.path(resolve(args, 0, false)));
    }

    /** WASI's record of a file's status, which has some bytes that mean nothing. */
    private static void write(FileStatus status, ByteBuffer memory) {
        memory.order(ByteOrder.LITTLE_ENDIAN)
                .putLong(0, status.dev())
                .putLong(8, status.ino())
                .put(16, (byte) kind(status))
                .putLong(24, status.nlink())
                .putLong(32, status.size())
                .putLong(40, status.atimeSeconds() * NS_PER_SECOND + status.atimeNanos())
                .putLong(48, status.mtimeSeconds() * NS_PER_SECOND + status.mtimeNanos())
                .putLong(56, status.ctimeSeconds() * NS_PER_SECOND + status.ctimeNanos());
    }

    /** WASI's number of a kind of file: 0 is unknown. */
    private static int kind(FileStatus status) {
        return switch ((int) status.mode() & S_IFMT) {
            case S_IFBLK -> 1;
            case S_IFCHR -> 2;
            case S_IFDIR -> FOLDER;
            case S_IFREG -> REGULAR_FILE;
            case S_IFSOCK, S_IFIFO -> STREAM;
            case S_IFLNK -> 7;
            default -> 0;
        };
    }

    private static int kind(int fd) {
        int kind = kind(FileStatus.fstat(fd));
        return kind == STREAM && Descriptors.socketType(fd) == Descriptors.SOCK_DGRAM ? DATAGRAM_SOCKET : kind;
    }

    /** Kinds and names of a folder's entries in turn. */
    private static List<Object> entries(NativePath path) {
        List<Object> entries = new ArrayList<>();
        try (Directory folder = Directory.open(path, "opendir")) {
            for (byte[] records = folder.next(); records.length > 0; records = folder.next()) {
                ByteBuffer record = ByteBuffer.wrap(records).order(ByteOrder.LITTLE_ENDIAN);
                for (int at = 0; at < records.length; at += record.getShort(at + RECORD_BYTES_AT) & 0xffff) {
                    int end = at + NAME_AT;
                    while (records[end] != 0) {
                        end++;
                    }
                    String name = new String(records, at + NAME_AT, end - at - NAME_AT, StandardCharsets.ISO_8859_1);
                    if (!name.equals(".") && !name.equals("..")) {
                        entries.add(records[at + KIND_AT] & 0xff);
                        entries.add(name);
                    }
                }
            }
        }
        return entries;
    }

    private static void registerSystem(Functions f) {
        f.add("utf8", args -> new String(Utf8.encode(args.requiredString(0)), StandardCharsets.ISO_8859_1));
        action(f, "time", args -> put(SystemClock.nowNs(args.integer(0)), args.requiredBytes(1)));
        action(f, "resolution", args -> put(SystemClock.resolutionNs(args.integer(0)), args.requiredBytes(1)));
        call(f, "now", args -> (double) SystemClock.nowNs(args.integer(0)));
        action(f, "yield", _ -> SystemClock.letOthersRun());
        action(
                f,
                "raise",
                args -> PosixProcess.kill((int) ProcessHandle.current().pid(), args.integer(0)));
        action(f, "random", args -> {
            ByteBuffer memory = args.requiredBytes(0);
            KernelRandom.fill(MemorySegment.ofBuffer(memory).address(), memory.remaining());
        });
        f.add(
                "canWait",
                args -> { // the kernel can't wait for files and folders
                    int kind = kind(args.integer(0));
                    return kind != FOLDER && kind != REGULAR_FILE;
                });
        call(f, "poll", args -> poll(args.requiredList(0), args.requiredList(1), args.number(2)));
    }

    private static void put(long value, ByteBuffer memory) {
        memory.order(ByteOrder.LITTLE_ENDIAN).putLong(0, value);
    }

    /** What each descriptor is ready for, once all of them are ready for something, or so many milliseconds are over. */
    private static Object poll(List<?> fds, List<?> events, double timeoutMs) {
        List<Object> ready = new ArrayList<>();
        if (fds.isEmpty()) {
            Descriptors.poll(-1, 0, (int) Math.min(Math.ceil(timeoutMs), Integer.MAX_VALUE));
        }
        double endMs = System.nanoTime() / 1e6 + timeoutMs;
        for (int i = 0; i < fds.size(); i++) {
            double leftMs = timeoutMs < 0 ? -1 : Math.max(0, Math.ceil(endMs - System.nanoTime() / 1e6));
            int fd = ((Double) Objects.requireNonNull(fds.get(i))).intValue();
            int wanted = ((Double) Objects.requireNonNull(events.get(i))).intValue();
            ready.add(Descriptors.poll(fd, wanted, (int) Math.min(leftMs, Integer.MAX_VALUE)));
        }
        return ready;
    }
}
