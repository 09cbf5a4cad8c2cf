package dev.gyre.engine.icu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IcuDataTest {
    private static final Path FULL = Path.of("/opt/gyre/icu/icudt77l.dat");

    @Test
    void givesTheEmptyPackageWhenIcuMapsTheFullOne() {
        var file = IcuData.fileFor(FULL, Map.of("ICU_DATA", "/opt/gyre/icu"));
        assertEquals(Path.of("/opt/gyre/icu/icudt-empty.dat"), file);
    }

    @Test
    void givesTheFullPackageWhenIcuWouldNotFindIt() {
        assertEquals(FULL, IcuData.fileFor(FULL, Map.of()));
        assertEquals(FULL, IcuData.fileFor(FULL, Map.of("ICU_DATA", "/usr/share/icu")));
    }

    @Test
    void givesTheFullPackageWhenItsFolderLooksLikeAListOfFolders() {
        var full = Path.of("/opt/a:b/icudt77l.dat");
        assertEquals(full, IcuData.fileFor(full, Map.of("ICU_DATA", "/opt/a:b")));
    }
}
