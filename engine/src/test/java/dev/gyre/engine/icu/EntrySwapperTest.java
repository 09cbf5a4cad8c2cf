package dev.gyre.engine.icu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntrySwapperTest {
    /**
     * The digests are of what ICU's own icupkg 72 makes of the same entries; except nfkc.nrm, whose format is newer than
     * that: there the digest is of data that V8 normalizes with as Node does.
     */
    @ParameterizedTest
    @CsvSource({
        "brkitr/word.brk, c866c32a0b51947d331281dc555f8e3c979f8f292045a17165e42bc03d977224",
        "brkitr/cjdict.dict, 3850478c713b2004cbb96ef4b9f049caf16d6faf32a883d2e63c09659d0c59c7",
        "brkitr/thaidict.dict, ea47ae521cea65077bf047a75d1e9d28c495ec2f8cf4d2734fcb65a888229be9",
        "coll/ucadata.icu, 57ca8fa4ed257687cedd0420094edc808122003600fc2de57bfcab787c1972ac",
        "coll/zh.res, 2a70f79ddf27846cc2c891d7f12784905e93f220cdc384a4b8ae74ba377a122e",
        "nfkc.nrm, c6f65d6a328d0b8a58378640b024126bd433b9c19b8d8aa4c5a6036b96209c1f",
        "uemoji.icu, 011733fe9b3401dabc6ec4c87cce8503a81fbe8b1c8548353fade634b95c99f5",
        "de.res, 27737181c50e8050ed9934397a0461070130279387f01316f0a008f05ff8b4b1",
        "pool.res, 96d46871bd2e80b610e786b78b30464d358f0384b1c76a88a37c1923ca5f2225",
        "zone/ja.res, 7f6b61f7ec2bbc8a4706b69fe9a34fbc0dbed2a03b699de06a7585d2269e5bb2",
        "supplementalData.res, c4a051673cfc8e42b3ad9fa4d302d932fd895699bf8a163c515a79e4ca44a24d",
        "zoneinfo64.res, 5438458a766bc230191d1dabd2098649106d3f1a36dfe2cffd7f41adcac72139",
    })
    void swapsEveryFormatAsIcusOwnToolDoes(String name, String sha256) throws Exception {
        var swapped = EntrySwapper.swap(name, IcuJar.entry(name));
        var digest = MessageDigest.getInstance("SHA-256").digest(swapped);
        assertEquals(sha256, HexFormat.of().formatHex(digest));
    }

    @Test
    void refusesAFormatItDoesNotKnow() throws Exception {
        var names = IcuJar.entry("unames.icu");
        var error = assertThrows(IcuDataException.class, () -> EntrySwapper.swap("unames.icu", names));
        assertEquals("unames.icu: format unam version 1 is unknown: add its swapper", error.getMessage());
    }

    @Test
    void refusesDataThatIsCutOff() throws Exception {
        var whole = IcuJar.entry("nfkc.nrm");
        var half = Arrays.copyOf(whole, whole.length / 2);
        var error = assertThrows(IcuDataException.class, () -> EntrySwapper.swap("nfkc.nrm", half));
        assertTrue(error.getMessage().contains("lie outside a block"), error.getMessage());
    }

    @Test
    void refusesDataThatIsLittleEndianAlready() throws Exception {
        var swapped = EntrySwapper.swap("nfkc.nrm", IcuJar.entry("nfkc.nrm"));
        assertThrows(IcuDataException.class, () -> EntrySwapper.swap("nfkc.nrm", swapped));
    }
}
