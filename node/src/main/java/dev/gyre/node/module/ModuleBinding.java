package dev.gyre.node.module;

import dev.gyre.io.SystemError;
import dev.gyre.node.Binding;
import dev.gyre.node.Functions;
import dev.gyre.node.NodeRuntime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * What the module loader asks of the file system at every start, through {@code java.nio}, which is loaded by then
 * anyway. Paths are absolute.
 */
public final class ModuleBinding implements Binding {
    private static final int FILE = 0;
    private static final int FOLDER = 1;
    private static final int NONE = -1;

    public ModuleBinding(NodeRuntime runtime) {}

    @Override
    public String name() {
        return "module";
    }

    @Override
    public void register(Functions f) {
        f.add("stat", args -> stat(args.string(0)));
        f.add("realpath", args -> realpath(args.string(0)));
        f.add("readText", args -> readText(args.string(0)));
        f.add("readTextIfFile", args -> stat(args.string(0)) == FILE ? readText(args.string(0)) : null);
    }

    private static int stat(String path) {
        try {
            var attributes = Files.readAttributes(Path.of(path), BasicFileAttributes.class);
            return attributes.isDirectory() ? FOLDER : FILE;
        } catch (IOException | IllegalArgumentException e) {
            return NONE;
        }
    }

    private static String realpath(String path) {
        try {
            return Path.of(path).toRealPath().toString();
        } catch (IOException e) {
            throw new SystemError("ENOENT", "lstat", path, null);
        }
    }

    private static String readText(String path) throws IOException {
        try {
            return new String(Files.readAllBytes(Path.of(path)), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw new SystemError("ENOENT", "open", path, null);
        } catch (java.nio.file.AccessDeniedException e) {
            throw new SystemError("EACCES", "open", path, null);
        } catch (IOException e) {
            if (Files.isDirectory(Path.of(path), LinkOption.NOFOLLOW_LINKS)) {
                throw new SystemError("EISDIR", "read", null, null);
            }
            throw e;
        }
    }
}
