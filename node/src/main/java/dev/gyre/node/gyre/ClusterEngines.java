package dev.gyre.node.gyre;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Finds the engine: in a Java program on its class path, in the command in a folder of its image whose jars nothing else
 * loads. So a program that asks for no nodes pays for none of it.
 */
final class ClusterEngines {
    private ClusterEngines() {}

    /** Null if the artifact is not there. */
    static @Nullable ClusterEngine find() throws IOException {
        for (ClusterEngine engine : ServiceLoader.load(ClusterEngine.class)) {
            return engine;
        }
        String home = System.getProperty("gyre.home");
        if (home == null || !Files.isDirectory(Path.of(home, "distributed"))) {
            return null;
        }
        // Open as long as the process: its classes are needed until then.
        @SuppressWarnings("resource")
        var loader = new URLClassLoader(jarsIn(Path.of(home, "distributed")), ClassLoader.getSystemClassLoader());
        for (ClusterEngine engine : ServiceLoader.load(ClusterEngine.class, loader)) {
            return engine;
        }
        return null;
    }

    private static URL[] jarsIn(Path folder) throws IOException {
        var jars = new ArrayList<URL>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.jar")) {
            for (Path file : files) {
                jars.add(url(file));
            }
        }
        return jars.toArray(URL[]::new);
    }

    private static URL url(Path file) throws MalformedURLException {
        return file.toUri().toURL();
    }
}
