package dev.gyre.node.fs;

import static dev.gyre.node.fs.FsArgs.buffers;
import static dev.gyre.node.fs.FsArgs.flag;
import static dev.gyre.node.fs.FsArgs.integer;
import static dev.gyre.node.fs.FsArgs.number;
import static dev.gyre.node.fs.FsArgs.path;
import static dev.gyre.node.fs.FsArgs.text;
import static dev.gyre.node.fs.FsArgs.whole;

import dev.gyre.io.file.CopyFile;
import dev.gyre.io.file.EarlyFiles;
import dev.gyre.io.file.FileStatus;
import dev.gyre.io.file.FileSystemStatus;
import dev.gyre.io.file.MakeDirectories;
import dev.gyre.io.file.WholeFile;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Posix;
import dev.gyre.io.libc.Utf8;
import dev.gyre.loop.WorkKind;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.OpenDescriptors;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import dev.gyre.node.permission.Permission;
import dev.gyre.node.permission.Scope;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The native half of {@code fs}. Nearly every function is work: JavaScript calls it at once or, under
 * its name with {@code Async}, on the pool; the busiest ones by way of slots, see {@link FileSlots}.
 * Paths are strings or bytes; a position of -1 is the descriptor's own.
 */
public final class FsBinding implements Binding {
    /** Files up to this size are read by one task of the pool, larger ones in parts of this size. */
    private static final int PART_BYTES = 512 * 1024;

    private static final int DEFAULT_MODE = 0666;

    private final Folders folders = new Folders();
    private final FileWatches watches;
    private final OpenDescriptors descriptors;
    private final @Nullable Permission permission;

    public FsBinding(GyreRuntime runtime) {
        watches = new FileWatches(runtime);
        descriptors = runtime == null ? OpenDescriptors.unnoted() : runtime.descriptors();
        permission = runtime == null ? null : runtime.permission();
    }

    @Override
    public void close() {
        watches.close();
        folders.closeAll();
    }

    /** Work without a result. */
    @FunctionalInterface
    private interface Action {
        void run(Object[] args);
    }

    @Override
    public String name() {
        return "fs";
    }

    @Override
    public void register(Functions f) {
        new FileSlots(descriptors).register(f);
        registerDescriptors(f);
        registerWholeFiles(f);
        registerStatus(f);
        registerPaths(f);
        registerFolders(f);
        registerWatches(f);
    }

    private static void work(Functions f, String name, Functions.Work work) {
        f.addWork(name, WorkKind.FAST_IO, work);
    }

    private static void action(Functions f, String name, Action action) {
        f.addWork(name, WorkKind.FAST_IO, args -> {
            action.run(args);
            return null;
        });
    }

    private void registerDescriptors(Functions f) {
        work(f, "readv", a -> (double) Posix.readv(integer(a[0]), buffers(a[1]), whole(a[2])));
        work(f, "writev", a -> (double) Posix.writev(integer(a[0]), buffers(a[1]), whole(a[2])));
        action(f, "freeDescriptor", a -> descriptors.free(integer(a[0])));
        action(f, "ftruncate", a -> Posix.ftruncate(integer(a[0]), whole(a[1])));
        action(f, "fsync", a -> Posix.fsync(integer(a[0])));
        action(f, "fdatasync", a -> Posix.fdatasync(integer(a[0])));
        action(f, "fchmod", a -> Posix.fchmod(integer(a[0]), integer(a[1])));
        action(f, "fchown", a -> Posix.fchown(integer(a[0]), integer(a[1]), integer(a[2])));
        action(f, "futimes", a -> Posix.futimes(integer(a[0]), number(a[1]), number(a[2])));
    }

    private void registerWholeFiles(Functions f) {
        work(f, "openAndRead", a -> openAndRead(path(a[0]), integer(a[1]), !flag(a, 2)));
        action(f, "writeWhole", a -> writeWhole(a[0], a[1], integer(a[2]), integer(a[3])));
        action(f, "copyFile", a -> CopyFile.copy(path(a[0]), path(a[1]), integer(a[2])));
    }

    /**
     * The contents of a small file as bytes or text, or the descriptor and size of what has to be read in parts, which
     * then go straight into JavaScript's memory.
     */
    private Object openAndRead(NativePath path, int flags, boolean asBytes) {
        byte[] early = flags == Posix.O_RDONLY ? EarlyFiles.readIfSmall(path, PART_BYTES) : null;
        if (early != null) {
            return text(early, asBytes);
        }
        int fd = Posix.open(path, flags, DEFAULT_MODE);
        boolean keep = false;
        try {
            FileStatus status = FileStatus.fstat(fd);
            keep = !status.isRegularFile() || status.size() > PART_BYTES;
            return keep
                    ? List.of(fd, status.isRegularFile() ? (double) status.size() : 0)
                    : text(WholeFile.read(fd), asBytes);
        } finally {
            if (keep) {
                descriptors.add(fd);
            } else {
                Posix.close(fd);
            }
        }
    }

    /** @param file a path, or the number of a descriptor */
    private static void writeWhole(Object file, Object data, int flags, int mode) {
        int fd = file instanceof Double ? integer(file) : Posix.open(path(file), flags, mode);
        try {
            if (data instanceof ByteBuffer buffer) {
                WholeFile.write(fd, buffer);
            } else {
                WholeFile.write(fd, Utf8.encode((String) data));
            }
        } finally {
            if (!(file instanceof Double)) {
                Posix.close(fd);
            }
        }
    }

    private static void registerStatus(Functions f) {
        work(f, "statfs", a -> {
            FileSystemStatus status = FileSystemStatus.statfs(path(a[0]));
            return flag(a, 1) ? status.toLongs() : status.toDoubles();
        });
        work(f, "exists", a -> EarlyFiles.exists(path(a[0])));
        work(f, "isFolder", a -> EarlyFiles.kind(path(a[0])) == EarlyFiles.DIRECTORY);
    }

    private void registerPaths(Functions f) {
        action(f, "chmod", a -> Posix.chmod(path(a[0]), integer(a[1])));
        action(f, "chown", a -> Posix.chown(path(a[0]), integer(a[1]), integer(a[2])));
        action(f, "lchown", a -> Posix.lchown(path(a[0]), integer(a[1]), integer(a[2])));
        action(f, "utimes", a -> Posix.utimes(path(a[0]), number(a[1]), number(a[2])));
        action(f, "lutimes", a -> Posix.lutimes(path(a[0]), number(a[1]), number(a[2])));
        action(f, "link", a -> Posix.link(path(a[0]), path(a[1])));
        action(f, "symlink", a -> Posix.symlink(path(a[0]), path(a[1])));
        action(f, "rename", a -> Posix.rename(path(a[0]), path(a[1])));
        work(f, "readlink", a -> text(Posix.readlink(path(a[0])), flag(a, 1)));
        work(f, "realpath", a -> text(EarlyFiles.realpath(path(a[0])), flag(a, 1)));
        work(f, "canonicalPath", a -> {
            byte[] real = EarlyFiles.realpath(path(a[0]));
            if (permission != null && !Arrays.equals(real, path(a[0]).bytes())) {
                permission.requirePath(
                        Scope.FILE_SYSTEM_READ, path(a[0])); // as Node: only the target of a link is a secret
            }
            return text(real, flag(a, 1));
        });
    }

    private void registerFolders(Functions f) {
        work(f, "mkdirp", a -> {
            NativePath first = MakeDirectories.make(path(a[0]), integer(a[1]));
            return first == null ? null : first.toString();
        });
        work(f, "mkdtemp", a -> text(Posix.mkdtemp(path(a[0])), flag(a, 1)));
        work(f, "opendir", a -> folders.open(path(a[0])));
        work(f, "nextEntries", a -> folders.next(integer(a[0])));
        action(f, "closedir", a -> folders.close(integer(a[0])));
    }

    private void registerWatches(Functions f) {
        f.add("watch", args -> {
            watches.start(args.integer(0), path(Objects.requireNonNull(args.plain(1))), args.bool(2));
            return null;
        });
        f.add("watchRef", args -> {
            watches.setRef(args.integer(0), args.bool(1));
            return null;
        });
        f.add("unwatch", args -> {
            watches.stop(args.integer(0));
            return null;
        });
    }
}
