package dev.gyre.engine.icu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackageCheckTest {
    @Test
    void findsNothingMissingInWhatTheBuildMakes() throws IOException {
        assertEquals(List.of(), PackageCheck.problems(IcuJar.packaged()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "uemoji.icu",
                "nfkc_cf.nrm",
                "zoneinfo64.res",
                "coll/ucadata.icu", // asked for by name
                "de.res",
                "zone/ja.res",
                "coll/zh.res", // named in an index
                "en_001.res",
                "lang/es_419.res", // parents
                "brkitr/word.brk",
                "brkitr/sent_el.brk",
                "brkitr/cjdict.dict",
                "brkitr/jaml.res", // segmentation
                "rbnf/zh_Hant.res", // a numbering system's rules
                "zh_Hant_TW.res", // what zh_TW is another name for
            })
    void namesAnEntryThatIsMissing(String name) throws IOException {
        var entries = IcuJar.packaged();
        entries.remove(name);
        var problems = PackageCheck.problems(entries);
        assertHasOneThatStarts(name + " is missing", problems);
    }

    @Test
    void namesTheBundlesWhosePoolIsMissing() throws IOException {
        var entries = IcuJar.packaged();
        entries.remove("unit/pool.res");
        var problems = PackageCheck.problems(entries);
        assertHasOneThatStarts("unit/de.res can't be read: the pool is missing", problems);
    }

    @Test
    void namesABundleThatIsCutOff() throws IOException {
        var entries = IcuJar.packaged();
        entries.computeIfPresent("fr.res", (name, bytes) -> Arrays.copyOf(bytes, bytes.length / 2));
        var problems = PackageCheck.problems(entries);
        assertHasOneThatStarts("fr.res can't be read", problems);
    }

    @Test
    void namesAnAliasThatLeadsNowhere() throws IOException {
        var entries = IcuJar.packaged();
        var root = new BundleFolders(entries).bundle("unit/root.res");
        var items = new TreeMap<>(root.root().items());
        items.remove("unitsShort");
        entries.put("unit/root.res", BundleWriter.write(root.withRoot(new Resource.Table(items))));
        var problems = PackageCheck.problems(entries);
        assertHasOneThatStarts("unit/root.res/units refers to /LOCALE/unitsShort, which is missing", problems);
    }

    @Test
    void stopsTheBuildAndTellsWhatIsMissing() throws IOException {
        var entries = IcuJar.packaged();
        entries.remove("uemoji.icu");
        var error = assertThrows(IcuDataException.class, () -> PackageCheck.check(entries));
        assertEquals("the ICU data has 1 gaps:\n  uemoji.icu is missing; ICU asks for it", error.getMessage());
    }

    private static void assertHasOneThatStarts(String start, List<String> problems) {
        assertTrue(problems.stream().anyMatch(problem -> problem.startsWith(start)), problems::toString);
    }
}
