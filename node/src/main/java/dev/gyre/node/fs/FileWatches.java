package dev.gyre.node.fs;

import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.SystemError;
import dev.gyre.io.watch.Inotify;
import dev.gyre.loop.AsyncHandle;
import dev.gyre.node.GyreRuntime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The files and folders that {@code fs.watch} watches. Each watch has a channel of its own into JavaScript, which
 * receives what happened and to which name, and a handle that keeps the loop running while it is referenced.
 * Loop thread only.
 */
final class FileWatches {
    private static final int CHANGES = Inotify.IN_ATTRIB | Inotify.IN_MODIFY;
    private static final int MASK = CHANGES
            | Inotify.IN_CREATE
            | Inotify.IN_DELETE
            | Inotify.IN_DELETE_SELF
            | Inotify.IN_MOVE_SELF
            | Inotify.IN_MOVED_FROM
            | Inotify.IN_MOVED_TO;

    private static final byte CHANGE = 'c';
    private static final byte RENAME = 'r';
    private static final byte NEW_FOLDER = 'n';

    private record Watch(int kernelWatch, AsyncHandle keepAlive) {}

    private final GyreRuntime runtime;
    private final Map<Integer, Watch> byChannel = new HashMap<>();
    private final Map<Integer, List<Integer>> channelsOf = new HashMap<>();
    private @Nullable Inotify inotify;

    FileWatches(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    void start(int channel, NativePath path, boolean keepsAlive) {
        if (inotify == null) {
            inotify = Inotify.open(runtime.loop(), this::onEvent);
        }
        int kernelWatch;
        try {
            kernelWatch = inotify.add(path, MASK);
        } catch (SystemError refused) {
            closeIfUnused();
            throw refused;
        }
        AsyncHandle keepAlive = runtime.loop().async(() -> {});
        byChannel.put(channel, new Watch(kernelWatch, keepAlive));
        channelsOf.computeIfAbsent(kernelWatch, _ -> new ArrayList<>()).add(channel);
        setRef(channel, keepsAlive);
    }

    void setRef(int channel, boolean keepsAlive) {
        Watch watch = byChannel.get(channel);
        if (watch == null) {
            return;
        }
        if (keepsAlive) {
            watch.keepAlive.ref();
        } else {
            watch.keepAlive.unref();
        }
    }

    void stop(int channel) {
        Watch watch = Objects.requireNonNull(byChannel.remove(channel));
        watch.keepAlive.close();
        List<Integer> channels = channelsOf.get(watch.kernelWatch);
        // Without channels its file is gone, and the kernel's watch with it.
        if (channels != null && channels.remove(Integer.valueOf(channel)) && channels.isEmpty()) {
            channelsOf.remove(watch.kernelWatch);
            Objects.requireNonNull(inotify).remove(watch.kernelWatch);
        }
        closeIfUnused();
    }

    private void closeIfUnused() {
        if (byChannel.isEmpty()) {
            Objects.requireNonNull(inotify).close();
            inotify = null;
            channelsOf.clear();
        }
    }

    void close() {
        if (inotify != null) {
            inotify.close();
        }
    }

    private void onEvent(int kernelWatch, int mask, byte[] name) {
        byte kind = (mask & CHANGES) != 0 ? CHANGE : isNewFolder(mask) ? NEW_FOLDER : RENAME;
        byte[] message = new byte[name.length + 1];
        message[0] = kind;
        System.arraycopy(name, 0, message, 1, name.length);
        for (int channel : List.copyOf(channelsOf.getOrDefault(kernelWatch, List.of()))) {
            runtime.message(channel, message);
        }
        if ((mask & Inotify.IN_IGNORED) != 0) { // told above as a rename: the file is gone
            channelsOf.remove(kernelWatch);
        }
    }

    private static boolean isNewFolder(int mask) {
        return (mask & Inotify.IN_ISDIR) != 0 && (mask & (Inotify.IN_CREATE | Inotify.IN_MOVED_TO)) != 0;
    }
}
