package dev.gyre.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every version number of a dependency or plugin stands in the parent pom: a module's pom names none. */
class VersionsInOnePlaceTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern PARENT = Pattern.compile("<parent>.*?</parent>", Pattern.DOTALL);
    private static final Pattern NUMBER = Pattern.compile("<version>\\s*([^$<\\s][^<]*)</version>");

    private static List<String> versionsIn(String pom) {
        return NUMBER.matcher(PARENT.matcher(pom).replaceFirst(""))
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    @Test
    void modulesNameNoVersions() throws IOException {
        var poms = new ArrayList<Path>();
        try (var modules = Files.newDirectoryStream(ROOT)) {
            for (Path module : modules) {
                if (Files.exists(module.resolve("pom.xml"))) {
                    poms.add(module.resolve("pom.xml"));
                }
            }
        }
        assertEquals(true, poms.size() >= 7, () -> "found only " + poms);
        for (Path pom : poms) {
            assertEquals(List.of(), versionsIn(read(pom)), () -> pom + " names versions: move them to the parent pom");
        }
    }

    @Test
    void aVersionInAModuleIsSeen() {
        assertEquals(
                List.of("1.2.3"),
                versionsIn("<project><parent><version>0.1.0</version></parent><dependency><version>1.2.3</version>"
                        + "</dependency><dependency><version>${x.version}</version></dependency></project>"));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
