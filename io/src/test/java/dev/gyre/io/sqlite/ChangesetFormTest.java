package dev.gyre.io.sqlite;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The right ones were made by SQLite, for a table data(key integer primary key, value text). */
class ChangesetFormTest {
    private static final String HEAD = "54" + "02" + "0100" + "6461746100";
    private static final String PATCH = "50" + "02" + "0100" + "6461746100";
    private static final String ONE = "010000000000000001";

    private static boolean isRight(String hex) {
        return ChangesetForm.isRight(HexFormat.of().parseHex(hex));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                HEAD + "1200" + ONE + "030568656c6c6f",
                HEAD + "1200" + ONE + "05",
                HEAD + "0900" + ONE + "030568656c6c6f",
                HEAD + "1700" + ONE + "0305" + "68656c6c6f" + "00" + "030568656c6c6f",
                PATCH + "1200" + ONE + "030568656c6c6f" + "0900" + ONE + "1700" + ONE + "030568656c6c6f",
            })
    void takesWhatSqliteMakes(String hex) {
        assertTrue(isRight(hex));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "540401000000743100177e0072286565286565", // the one that Node's tests have
                HEAD + "1200" + "00" + "030568656c6c6f", // no key
                HEAD + "1200" + ONE + "00", // no value
                HEAD + "1700" + "00" + "00" + "00" + "00",
                HEAD + "1700" + ONE + "00" + ONE + "00", // a new key
                HEAD + "1300" + ONE + "05", // no such change
                HEAD + "1200" + ONE + "06", // no such type
                HEAD + "1200" + ONE + "03ffffffffffffffffff",
                "1200" + ONE + "05", // no table
                "54" + "00" + "6461746100",
                "54" + "02" + "0000" + "6461746100", // a table without a key
            })
    void refusesWhatSqliteWouldNotMake(String hex) {
        assertFalse(isRight(hex));
    }

    @Test
    void refusesWhatIsCutOff() {
        byte[] whole = HexFormat.of().parseHex(HEAD + "1200" + ONE + "030568656c6c6f");
        int head = HEAD.length() / 2;
        for (int length = 1; length < whole.length; length++) {
            if (length != head) { // a table without changes
                assertFalse(ChangesetForm.isRight(Arrays.copyOf(whole, length)), "the first " + length + " bytes");
            }
        }
    }
}
