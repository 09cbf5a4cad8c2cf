package dev.gyre.node.module;

import dev.gyre.io.file.EarlyFiles;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.SystemError;
import dev.gyre.io.libc.Utf8;
import java.util.HashMap;
import java.util.Map;

/** Real paths of modules. The folders are resolved once each, so that a file costs one look at itself. */
final class RealPaths {
    private final Map<String, String> folders = new HashMap<>();

    /** @param path absolute */
    String of(String path) {
        return EarlyFiles.isNoLink(NativePath.of(path)) ? ofNoLink(path) : resolve(path);
    }

    /** Of a path that is there, and is no symbolic link itself. */
    String ofNoLink(String path) {
        int cut = path.lastIndexOf('/');
        String name = path.substring(cut + 1);
        if (cut <= 0 || name.isEmpty() || name.equals(".") || name.equals("..")) {
            return resolve(path);
        }
        String folder = folder(path.substring(0, cut));
        return folder.equals("/") ? folder + name : folder + '/' + name;
    }

    /** By the folder above it, so that a folder costs one look at itself, too. */
    private String folder(String path) {
        String known = folders.get(path);
        if (known == null) {
            known = of(path);
            folders.put(path, known);
        }
        return known;
    }

    private static String resolve(String path) {
        try {
            return Utf8.decode(EarlyFiles.realpath(NativePath.of(path)));
        } catch (SystemError refused) {
            throw new SystemError(refused.errno(), "lstat", path, null);
        }
    }
}
