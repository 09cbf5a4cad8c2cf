package dev.gyre.io;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All entries of a folder, or of all folders below it too, in one piece. Those of one folder are sorted by their bytes, as
 * libuv sorts them; folders come level by level, and links to folders count as folders, as in Node.
 *
 * <p>Most of the time is the kernel's. So where a level has many folders, they are read by as many threads as there are
 * processors, each taking the next folder that nobody has.
 */
public final class FolderListing {
    /** Where sorting by insertion is faster than by merging. */
    private static final int FEW = 7;

    /** So many folders of a level are worth a thread. */
    private static final int FOLDERS_PER_THREAD = 64;

    private static final byte[] ROOT = {}; // the path from the root to itself

    private final DirentRecords records = new DirentRecords();
    private int[] names = new int[64];
    private int count;

    private FolderListing() {}

    /** The entries of one folder, as {@link PackedEntries} are packed. */
    public static byte[] list(NativePath path, boolean withTypes) {
        var listing = new FolderListing();
        listing.read(path);
        var found = listing.newEntries(0, withTypes);
        for (int i = 0; i < listing.count; i++) {
            found.add(ROOT, listing.records, listing.names[i], listing.records.typeOf(listing.names[i]));
        }
        return found.bytes();
    }

    /** The same of a folder and of all below it, with the paths that lead to the entries from there. */
    public static byte[] listAll(NativePath path, boolean withTypes) {
        var found = new ArrayList<PackedEntries>();
        byte[] root = path.bytes();
        byte[] base = root.length > 0 && root[root.length - 1] == '/' ? root : joined(root, new byte[] {'/'}, root.length + 1);
        for (List<byte[]> level = List.of(ROOT); !level.isEmpty(); ) {
            var next = new ArrayList<byte[]>();
            for (Folder folder : readLevel(path, base, level, withTypes)) {
                if (folder.refusal != null) {
                    throw folder.refusal;
                }
                found.add(folder.entries);
                next.addAll(folder.below);
            }
            level = next;
        }
        return PackedEntries.joined(found);
    }

    private PackedEntries newEntries(int prefixBytes, boolean withTypes) {
        return new PackedEntries(records.nameBytes(count) + count * prefixBytes, count, withTypes);
    }

    /** What was found in a folder, and which folders below it are to be read; or why it could not be read. */
    private record Folder(PackedEntries entries, List<byte[]> below, SystemError refusal) {}

    /** @param prefixes the folders of the level, as paths from the root, with a slash at their end */
    private static Folder[] readLevel(NativePath root, byte[] base, List<byte[]> prefixes, boolean withTypes) {
        var folders = new Folder[prefixes.size()];
        var next = new AtomicInteger();
        Runnable share = () -> {
            var listing = new FolderListing();
            for (int i = next.getAndIncrement(); i < folders.length; i = next.getAndIncrement()) {
                folders[i] = listing.readFolder(root, base, prefixes.get(i), withTypes);
            }
        };
        int helpers = Math.min(Runtime.getRuntime().availableProcessors() - 1, folders.length / FOLDERS_PER_THREAD);
        var threads = new Thread[helpers];
        for (int i = 0; i < helpers; i++) {
            threads[i] = Thread.ofPlatform().daemon().name("gyre-readdir").start(share);
        }
        share.run();
        for (Thread thread : threads) {
            join(thread);
        }
        return folders;
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

    private Folder readFolder(NativePath root, byte[] base, byte[] prefix, boolean withTypes) {
        try {
            read(prefix.length == 0 ? root : NativePath.of(joined(base, prefix, base.length + prefix.length - 1)));
        } catch (SystemError refusal) {
            return new Folder(null, null, refusal);
        }
        var found = newEntries(prefix.length, withTypes);
        var below = new ArrayList<byte[]>();
        for (int i = 0; i < count; i++) {
            int name = names[i];
            int type = records.typeOf(name);
            if (type != DirentType.FILE) {
                type = addFolder(base, prefix, name, type, below);
            }
            found.add(prefix, records, name, type);
        }
        return new Folder(found, below, null);
    }

    /** The beginning of {@code length} bytes of both. */
    private static byte[] joined(byte[] head, byte[] tail, int length) {
        byte[] both = Arrays.copyOf(head, length);
        System.arraycopy(tail, 0, both, head.length, length - head.length);
        return both;
    }

    /** If the entry is a folder, it is to be read as well. Answers its type, also where the file system does not tell it. */
    private int addFolder(byte[] base, byte[] prefix, int name, int type, List<byte[]> folders) {
        int size = records.endOf(name) - name;
        byte[] below = Arrays.copyOf(prefix, prefix.length + size + 1);
        System.arraycopy(records.bytes(), name, below, prefix.length, size);
        NativePath path = NativePath.of(joined(base, below, base.length + prefix.length + size));
        if (type == DirentType.UNKNOWN) {
            type = DirentType.ofMode(FileCalls.mode(path, false));
        }
        if (type == DirentType.DIRECTORY
                || type == DirentType.LINK && DirentType.ofMode(FileCalls.mode(path, true)) == DirentType.DIRECTORY) {
            below[below.length - 1] = '/';
            folders.add(below);
        }
        return type;
    }

    // ---- one folder

    private void read(NativePath path) {
        int fd = Directory.open(path);
        int result = fd;
        if (fd >= 0) {
            records.clear();
            do {
                result = records.read(fd);
            } while (result > 0);
            Libc.callInt(Libc.Function.CLOSE, fd);
        }
        if (result < 0) {
            throw new SystemError(result, "scandir", path.toString(), null);
        }
        count = 0;
        for (int name = records.first(); name >= 0; name = records.next(name)) {
            note(name);
        }
        sort();
    }

    private void note(int name) {
        if (records.isDots(name)) {
            return;
        }
        if (count == names.length) {
            names = Arrays.copyOf(names, 2 * count);
        }
        names[count++] = name;
    }

    /** File systems tell the newest entry first, or the oldest, or follow no order. */
    private void sort() {
        if (isDescending()) {
            for (int i = 0, j = count - 1; i < j; i++, j--) {
                int name = names[i];
                names[i] = names[j];
                names[j] = name;
            }
        } else {
            sort(names, names.clone(), 0, count);
        }
    }

    private boolean isDescending() {
        int i = 1;
        while (i < count && isBefore(names[i], names[i - 1])) {
            i++;
        }
        return i >= count;
    }

    private boolean isBefore(int name, int other) {
        return records.compare(name, other) < 0;
    }

    /** Merges: {@code other} has the same names and is used up. */
    private void sort(int[] sorted, int[] other, int from, int to) {
        if (to - from < FEW) {
            for (int i = from + 1; i < to; i++) {
                insert(sorted, from, i);
            }
            return;
        }
        int middle = (from + to) >>> 1;
        sort(other, sorted, from, middle);
        sort(other, sorted, middle, to);
        for (int at = from, left = from, right = middle; at < to; at++) {
            boolean takeLeft = right == to || left < middle && !isBefore(other[right], other[left]);
            sorted[at] = takeLeft ? other[left++] : other[right++];
        }
    }

    private void insert(int[] sorted, int from, int at) {
        int name = sorted[at];
        for (; at > from && isBefore(name, sorted[at - 1]); at--) {
            sorted[at] = sorted[at - 1];
        }
        sorted[at] = name;
    }
}
