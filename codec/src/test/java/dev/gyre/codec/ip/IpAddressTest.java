package dev.gyre.codec.ip;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpAddressTest {
    @ParameterizedTest
    @CsvSource({
        "0.0.0.0, 0.0.0.0",
        "255.1.20.0, 255.1.20.0",
        "::, ::",
        "::1, ::1",
        "1::, 1::",
        "2001:DB8:0:0:1:0:0:0, 2001:db8:0:0:1::",
        "2001:db8::1:0:0:1, 2001:db8::1:0:0:1",
        "1:2:3:4:5:6:7:8, 1:2:3:4:5:6:7:8",
        "1:0:3:4:5:6:7:8, 1:0:3:4:5:6:7:8",
        "::ffff:102:304, ::ffff:1.2.3.4",
        "::1.2.3.4, ::1.2.3.4",
        "1:2:3:4:5:6:7::, 1:2:3:4:5:6:7:0",
        "::2:3:4:5:6:7:8, 0:2:3:4:5:6:7:8",
        "1:2:3:4:5:6:1.2.3.4, 1:2:3:4:5:6:102:304",
        "64:ff9b::1.2.3.4, 64:ff9b::102:304",
        "00Aa::00bB, aa::bb",
    })
    void isWrittenAsInetNtopWritesIt(String text, String expected) {
        assertEquals(expected, IpAddress.text(IpAddress.parse(text)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1.2.3",
                "1.2.3.4.5",
                "01.2.3.4",
                "1.2.3.256",
                "1.2.3.-4",
                ":",
                ":::",
                "1::2::3",
                "12345::",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:8:9",
                "1:2:3:4::5:6:7:8",
                "1:2:3:4:5:6:7:1.2.3.4",
                "1.2.3.4::",
                "::1.2.3",
                "::1.2.3.4:5",
                "g::",
                ":1::",
                "1::2:",
                "::+1",
                "::-1",
                "fe80::1%lo",
                "[::1]",
                "localhost",
                "1.2.3.4 "
            })
    void otherTextsAreNone(String text) {
        assertNull(IpAddress.parse(text));
    }

    @Test
    void aMappedAddressHasSixteenBytes() {
        assertEquals(16, IpAddress.parse("::ffff:1.2.3.4").length);
    }
}
