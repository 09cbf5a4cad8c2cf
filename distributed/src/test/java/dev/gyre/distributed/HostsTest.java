package dev.gyre.distributed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HostsTest {
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 127.0.0.1:7400",
        "::1, [::1]:7400",
        "fe80::2:0:0:3%0, [fe80::2:0:0:3]:7400",
        "2001:db8::, [2001:db8::]:7400",
        "::%0, [::]:7400",
        "1:0:2:0:3:0:4:0, [1:0:2:0:3:0:4:0]:7400"
    })
    void anAddressIsWrittenAsJoinTakesIt(String address, String text) throws UnknownHostException {
        assertEquals(text, Hosts.text(InetAddress.getByName(address), 7400));
    }
}
