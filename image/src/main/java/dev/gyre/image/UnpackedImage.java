package dev.gyre.image;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * The image's files in a folder of the file system, where V8's library can be loaded from. They are unpacked from this
 * artifact once, into {@code gyre/HASH} below the user's cache folder: {@code XDG_CACHE_HOME}, or {@code ~/.cache}; the
 * system property {@value #PROPERTY} names another one. The hash is that of the files' contents, so that different builds
 * don't share a folder. A folder is filled under another name first: it is whole or not there, also when several processes
 * unpack at a time.
 */
public final class UnpackedImage {
    /** Names the folder to unpack into, in place of the user's cache folder. */
    public static final String PROPERTY = "gyre.cache";

    /** The name of the list of all files: each line has a hash and a name. */
    static final String LIST = "files.txt";

    private static final String RESOURCES = "files/";

    private UnpackedImage() {}

    /** The folder with the files, unpacked if need be. */
    public static Path folder() {
        try {
            byte[] list = resource(LIST);
            Path folder = cache().resolve(hash(list).substring(0, 32));
            if (!Files.isDirectory(folder)) {
                unpack(list, folder);
            }
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Gyre's image can't be unpacked; set the system property " + PROPERTY
                            + " to a folder that can be written",
                    e);
        }
    }

    private static Path cache() {
        String property = System.getProperty(PROPERTY);
        if (property != null) {
            return Path.of(property).toAbsolutePath();
        }
        String cache = System.getenv("XDG_CACHE_HOME");
        Path base = cache == null || !Path.of(cache).isAbsolute()
                ? Path.of(System.getProperty("user.home"), ".cache")
                : Path.of(cache);
        return base.resolve("gyre");
    }

    private static void unpack(byte[] list, Path folder) throws IOException {
        Files.createDirectories(folder.getParent());
        Path part = Files.createTempDirectory(folder.getParent(), "unpacking");
        try {
            for (String line : new String(list, StandardCharsets.UTF_8).split("\n")) {
                String[] words = line.split(" ", 2);
                byte[] bytes = resource(words[1]);
                if (!hash(bytes).equals(words[0])) {
                    throw new IOException(words[1] + " is damaged");
                }
                Path file = part.resolve(words[1]);
                Files.createDirectories(file.getParent());
                Files.write(file, bytes);
            }
            Files.move(part, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            delete(part);
            if (!Files.isDirectory(folder)) { // it is one when another thread or process was faster
                throw e;
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = UnpackedImage.class.getResourceAsStream(RESOURCES + name)) {
            if (in == null) {
                throw new IOException("the artifact gyre-image has no file " + name);
            }
            return in.readAllBytes();
        }
    }

    /** The lines of {@link #LIST}, for the build. */
    static List<String> list(Path image) throws IOException {
        try (Stream<Path> files = Files.walk(image)) {
            var lines = new java.util.ArrayList<String>();
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                String name = image.relativize(file).toString();
                if (!name.equals(LIST)) {
                    lines.add(hash(Files.readAllBytes(file)) + " " + name);
                }
            }
            return lines;
        }
    }

    private static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
    }
}
