package dev.gyre.engine.icu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BundleTest {
    private static Map<String, byte[]> entries;
    private static BundleFolders folders;

    @BeforeAll
    static void swapWhatTheTestsRead() throws IOException {
        entries = IcuSource.read(
                IcuJar.path(), name -> name.matches("(.*/)?(pool|root|de|zh|ar|res_index|supplementalData)\\.res"));
        entries.replaceAll(EntrySwapper::swap);
        folders = new BundleFolders(entries);
    }

    @Test
    void readsStringsOfItsOwnAndOfThePool() {
        var german = folders.bundle("de.res");
        assertEquals(
                Optional.of("März"),
                german.find(List.of("calendar", "gregorian", "monthNames", "format", "wide", "2"))
                        .map(text -> ((Resource.Text) text).value()));
        assertEquals(Optional.of("Deutsch"), folders.bundle("lang/de.res").text("Languages", "de"));
        assertEquals(Optional.empty(), german.text("calendar", "gregorian", "nothing"));
    }

    @Test
    void readsAliasesVectorsAndBinaries() {
        var root = folders.bundle("unit/root.res");
        assertEquals(Optional.of(new Resource.Alias("/LOCALE/unitsShort")), root.find(List.of("units")));
        var weeks = folders.bundle("supplementalData.res")
                .find(List.of("weekData", "DE"))
                .orElseThrow();
        assertInstanceOf(Resource.IntVector.class, weeks);
        var pinyin = folders.bundle("coll/zh.res").find(List.of("collations", "pinyin", "%%CollationBin"));
        assertInstanceOf(Resource.Binary.class, pinyin.orElseThrow());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "root.res",
                "de.res",
                "ar.res",
                "zone/zh.res",
                "unit/de.res",
                "coll/zh.res",
                "curr/ar.res",
                "supplementalData.res",
                "res_index.res",
                "brkitr/root.res"
            })
    void readsBackWhatItWrote(String name) {
        var bundle = folders.bundle(name);
        var written = BundleWriter.write(bundle);
        assertEquals(0, written.length % 16);
        var again = Bundle.read(written, bundle.pool());
        assertEquals(bundle.root(), again.root());
    }

    @Test
    void readsBackEveryKindOfValue() {
        var values = new TreeMap<String, Resource>();
        values.put("aliasKey", new Resource.Alias("/LOCALE/x"));
        values.put("arrayOfBoth", new Resource.Array(List.of(Resource.Text.local("a"), new Resource.Int(7))));
        values.put("arrayOfStrings", new Resource.Array(List.of(Resource.Text.local("one"), Resource.Text.local(""))));
        values.put("binaryKey", new Resource.Binary(ByteBuffer.wrap(new byte[] {1, 2, 3})));
        values.put("emptyArray", new Resource.Array(List.of()));
        values.put("emptyTable", new Resource.Table(new TreeMap<>()));
        values.put("longText", Resource.Text.local("x".repeat(70_000)));
        values.put("lowSurrogate", Resource.Text.local("\udc00a"));
        values.put("middleText", Resource.Text.local("y".repeat(500)));
        values.put("tail", Resource.Text.local("t of a longer text"));
        values.put("text", Resource.Text.local("this is a part of a longer text"));
        values.put("tree", new Resource.Table(new TreeMap<>(Map.of("leaf", Resource.Text.local("")))));
        values.put("vector", new Resource.IntVector(IntBuffer.wrap(new int[] {1, -1})));
        values.put("zero", Resource.Text.local("a\0b"));
        for (var shape : List.of("de.res", "brkitr/root.res")) {
            var bundle = folders.bundle(shape).withRoot(new Resource.Table(values));
            assertEquals(
                    bundle.root(),
                    Bundle.read(BundleWriter.write(bundle), bundle.pool()).root());
        }
    }

    @Test
    void alignsBinariesTo16Bytes() {
        var zh = folders.bundle("coll/zh.res");
        var again = Bundle.read(BundleWriter.write(zh), zh.pool());
        var collation =
                again.find(List.of("collations", "stroke", "%%CollationBin")).orElseThrow();
        var bytes = ((Resource.Binary) collation).bytes();
        int at = again.parts().body().slice(0, again.parts().body().limit()).arrayOffset();
        assertEquals(0, (bytes.arrayOffset() - at) % 16);
    }

    @Test
    void dropsUnitsThatNoScriptCanName() {
        var units =
                BundleFilter.filter("unit/de.res", folders.bundle("unit/de.res").root());
        var length = items(units, "units", "length");
        assertTrue(length.containsKey("kilometer"));
        assertFalse(length.containsKey("parsec"));
        assertTrue(items(units, "units", "speed").containsKey("meter-per-second"));
        assertTrue(items(units, "units", "compound").containsKey("per"));
    }

    @Test
    void dropsTheSourcesOfCollationsButNotTheCollations() {
        var chinese =
                BundleFilter.filter("coll/zh.res", folders.bundle("coll/zh.res").root());
        assertEquals(
                "[default, pinyin, stroke, unihan, zhuyin]",
                items(chinese, "collations").keySet().toString());
        assertEquals(
                "[%%CollationBin, Version]",
                items(chinese, "collations", "pinyin").keySet().toString());
    }

    @Test
    void keepsTheSameTreeWhenNothingIsDropped() {
        var root = folders.bundle("zone/de.res").root();
        assertSame(root, BundleFilter.filter("zone/de.res", root));
    }

    @Test
    void takesOnlyMissingLocalesOutOfAnIndex() {
        var index = folders.bundle("res_index.res").root();
        assertSame(index, LocaleIndex.withoutMissing(index, locale -> true));
        var smaller = LocaleIndex.withoutMissing(index, locale -> !locale.equals("de"));
        var locales = LocaleIndex.locales(index);
        locales.remove("de");
        assertEquals(locales, LocaleIndex.locales(smaller));
    }

    private static Map<String, Resource> items(Resource.Table table, String... path) {
        var at = table;
        for (var step : path) {
            at = (Resource.Table) at.items().get(step);
        }
        return at.items();
    }
}
