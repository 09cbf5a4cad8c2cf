package dev.gyre.io;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All entries of a folder, or of all folders below it too, in one piece. Those of one folder are sorted by their bytes;
 * folders come level by level, and links to folders count as folders, as in Node.
 *
 * <p>Most of the time is the kernel's. So where a level has many folders, they are read by as many threads as there are
 * processors, each taking the next few that nobody has.
 *
 * <p>It is mostly done once in a process, by methods that the JVM has to interpret until it has compiled them, on the same
 * processors. What is done for every entry stands in few methods, which it finds soon.
 */
public final class FolderListing {
    /** So many folders of a level are worth a thread. */
    private static final int FOLDERS_PER_THREAD = 64;

    /** So many a thread takes at once. */
    private static final int FOLDERS_AT_ONCE = 8;

    private static final byte[] ROOT = {}; // the path from the root to itself

    private final NativePath root;
    private final byte[] base; // with a slash at its end
    private final boolean withTypes;

    private FolderListing(NativePath root, boolean withTypes) {
        byte[] bytes = root.bytes();
        boolean hasSlash = bytes.length > 0 && bytes[bytes.length - 1] == '/';
        this.root = root;
        this.base = hasSlash ? bytes : joined(bytes, new byte[] {'/'}, bytes.length + 1);
        this.withTypes = withTypes;
    }

    /** The entries of one folder, as {@link PackedEntries} are packed. */
    public static byte[] list(NativePath path, boolean withTypes) {
        var reader = new FolderReader();
        check(reader.read(Scratch.get().path(path)), path);
        var records = reader.records();
        int count = reader.count();
        var found = new PackedEntries(records.nameBytes(count), count, withTypes);
        for (int i = 0; i < count; i++) {
            found.add(ROOT, records, reader.name(i), records.typeOf(reader.name(i)));
        }
        return found.bytes();
    }

    /** The same of a folder and of all below it, with the paths that lead to the entries from there. */
    public static byte[] listAll(NativePath path, boolean withTypes) {
        var listing = new FolderListing(path, withTypes);
        var found = new ArrayList<PackedEntries>();
        for (List<byte[]> level = List.of(ROOT); !level.isEmpty(); ) {
            var next = new ArrayList<byte[]>();
            for (Part part : listing.readLevel(level.toArray(new byte[0][]))) {
                if (part.refusal != null) {
                    throw part.refusal;
                }
                found.add(part.entries);
                next.addAll(part.below);
            }
            level = next;
        }
        return PackedEntries.joined(found);
    }

    private static void check(int result, NativePath path) {
        if (result < 0) {
            throw new SystemError(result, "scandir", path.toString(), null);
        }
    }

    /** The beginning of {@code length} bytes of both. */
    private static byte[] joined(byte[] head, byte[] tail, int length) {
        byte[] both = Arrays.copyOf(head, length);
        System.arraycopy(tail, 0, both, head.length, length - head.length);
        return both;
    }

    // ---- a level

    /** @param prefixes its folders, as paths from the root, with a slash at their end */
    private Part[] readLevel(byte[][] prefixes) {
        var parts = new Part[(prefixes.length + FOLDERS_AT_ONCE - 1) / FOLDERS_AT_ONCE];
        var next = new AtomicInteger();
        Runnable share = () -> {
            var reader = new FolderReader();
            for (int i = next.getAndIncrement(); i < parts.length; i = next.getAndIncrement()) {
                parts[i] = new Part();
                parts[i].read(reader, prefixes, i * FOLDERS_AT_ONCE);
            }
        };
        int helpers = Math.min(Runtime.getRuntime().availableProcessors() - 1, prefixes.length / FOLDERS_PER_THREAD);
        var threads = new Thread[helpers];
        for (int i = 0; i < helpers; i++) {
            threads[i] = new Thread(share, "gyre-readdir");
            threads[i].setDaemon(true);
            threads[i].start();
        }
        share.run();
        for (Thread thread : threads) {
            join(thread);
        }
        return parts;
    }

    private static void join(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** What was found in some folders of a level, and which folders below them are to be read; or why one could not be. */
    private final class Part {
        final PackedEntries entries = new PackedEntries(0, 0, withTypes);
        final List<byte[]> below = new ArrayList<>();
        SystemError refusal;

        void read(FolderReader reader, byte[][] prefixes, int from) {
            int end = Math.min(from + FOLDERS_AT_ONCE, prefixes.length);
            for (int i = from; i < end && refusal == null; i++) {
                readFolder(reader, prefixes[i], end - i);
            }
        }

        /** @param left how many there are still to read with this one, presumably of its size */
        private void readFolder(FolderReader reader, byte[] prefix, int left) {
            NativePath path = prefix == ROOT ? root : below(prefix, prefix.length - 1);
            try {
                check(reader.read(Scratch.get().path(path)), path);
            } catch (SystemError e) {
                refusal = e;
                return;
            }
            int count = reader.count();
            entries.reserve(reader.records().nameBytes(count) + count * prefix.length, count, left);
            for (int i = 0; i < count; i++) {
                add(prefix, reader, i);
            }
        }

        private void add(byte[] prefix, FolderReader reader, int i) {
            DirentRecords records = reader.records();
            int name = reader.name(i);
            int type = records.isRegularFile(name) ? DirentType.FILE : addFolder(prefix, records, name);
            entries.add(prefix, records, name, type);
        }

        /** If it is a folder, it is to be read as well. Answers its type, also where the file system does not tell it. */
        private int addFolder(byte[] prefix, DirentRecords records, int name) {
            int type = records.typeOf(name);
            int size = records.endOf(name) - name;
            byte[] path = Arrays.copyOf(prefix, prefix.length + size + 1);
            System.arraycopy(records.bytes(), name, path, prefix.length, size);
            path[path.length - 1] = '/';
            if (type == DirentType.UNKNOWN) {
                type = DirentType.ofMode(FileCalls.mode(below(path, path.length - 1), false));
            }
            if (type == DirentType.DIRECTORY || type == DirentType.LINK && leadsToFolder(path)) {
                below.add(path);
            }
            return type;
        }

        private boolean leadsToFolder(byte[] path) {
            return DirentType.ofMode(FileCalls.mode(below(path, path.length - 1), true)) == DirentType.DIRECTORY;
        }
    }

    /** The beginning, of {@code length} bytes, of a path from the root. */
    private NativePath below(byte[] path, int length) {
        return NativePath.of(joined(base, path, base.length + length));
    }
}
