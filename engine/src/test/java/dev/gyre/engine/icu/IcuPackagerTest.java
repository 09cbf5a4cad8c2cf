package dev.gyre.engine.icu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IcuPackagerTest {
    @Test
    void keepsEveryLocaleOfEveryFolderExceptSpelledOutNumbers() throws Exception {
        var packaged = IcuJar.packaged();
        var source = IcuSource.read(IcuJar.path(), BundleFolders::isBundle);
        source.keySet().removeIf(name -> name.startsWith("rbnf/") || name.startsWith("translit/"));
        source.keySet().removeAll(packaged.keySet());
        assertEquals(Map.of(), source);
    }

    @Test
    void keepsTheSpellingThatCalendarsWriteDatesWith() throws Exception {
        var names = IcuJar.packaged().keySet().stream()
                .filter(name -> name.startsWith("rbnf/"))
                .toList();
        var expected = "[rbnf/ja.res, rbnf/res_index.res, rbnf/root.res, rbnf/zh.res, rbnf/zh_Hant.res]";
        assertEquals(expected, names.toString());
    }

    @Test
    void leavesEntriesAsTheyWereWhenNothingIsTakenOut() throws Exception {
        var packaged = IcuJar.packaged();
        for (var name : new String[] {"zone/de.res", "curr/ja.res", "region/fr.res", "brkitr/cjdict.dict"}) {
            assertArrayEquals(EntrySwapper.swap(name, IcuJar.entry(name)), packaged.get(name), name);
        }
    }

    @Test
    void writesTheFullPackageAndAnEmptyOneBesideIt(@TempDir Path folder) throws Exception {
        var file = folder.resolve("icudt77l.dat");
        IcuPackager.main(new String[] {IcuJar.path().toString(), file.toString()});
        var written = IcuPackage.read(Files.readAllBytes(file));
        assertEquals(IcuJar.packaged().keySet(), written.keySet());
        assertTrue(IcuPackage.read(Files.readAllBytes(folder.resolve(IcuData.EMPTY)))
                .isEmpty());
        assertEquals(folder.resolve(IcuData.EMPTY), IcuData.fileFor(file, Map.of("ICU_DATA", folder.toString())));
    }

    @Test
    void refusesANameThatIcuWouldNotFind(@TempDir Path folder) {
        var file = folder.resolve("icu.dat");
        assertThrows(IcuDataException.class, () -> IcuPackager.write(IcuJar.path(), file));
        assertFalse(Files.exists(file));
    }
}
