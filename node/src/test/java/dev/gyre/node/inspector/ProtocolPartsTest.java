package dev.gyre.node.inspector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ProtocolPartsTest {
    private static final byte[] HELLO = {
        (byte) 0x81, (byte) 0x85, 0x37, (byte) 0xfa, 0x21, 0x3d, 0x7f, (byte) 0x9f, 0x4d, 0x51, 0x58
    };

    @Test
    void readsTheMaskedFrameOfTheStandard() {
        WebSocketFrame frame = WebSocketFrame.read(HELLO);
        assertNotNull(frame);
        assertEquals("Hello", new String(frame.payload(), StandardCharsets.UTF_8));
        assertEquals(HELLO.length, frame.length());
        for (int length = 0; length < HELLO.length; length++) {
            assertNull(WebSocketFrame.read(Arrays.copyOf(HELLO, length)), "of " + length + " bytes");
        }
        byte[] unmasked = {(byte) 0x81, 1, 'a'};
        WebSocketFrame wrong = WebSocketFrame.read(unmasked);
        assertNotNull(wrong);
        assertEquals(WebSocketFrame.Kind.WRONG, wrong.kind());
    }

    @Test
    void acceptsTheKeyOfTheStandard() {
        assertTrue(WebSocketFrame.acceptance("dGhlIHNhbXBsZSBub25jZQ==").contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="));
    }

    @Test
    void refusesNamesThatMayBeResolvedToThisHost() {
        assertTrue(isAllowed("127.0.0.1:9229"));
        assertTrue(isAllowed("localhost"));
        assertTrue(isAllowed("LOCALHOST:1"));
        assertTrue(isAllowed("[::1]:9229"));
        assertFalse(isAllowed("example.com:9229"));
        assertFalse(isAllowed("127.0.0.1.example.com"));
        assertFalse(isAllowed("1.2.3.256"));
        assertFalse(isAllowed("localhost.example.com"));
        assertNull(ProtocolRequest.parse("GET /json HTTP/1.1\r\nHost: localhost\r\nHost: example.com"));
    }

    private static boolean isAllowed(String host) {
        ProtocolRequest request = ProtocolRequest.parse("GET /json HTTP/1.1\r\nHost: " + host);
        return request != null && request.isAllowed();
    }

    @Test
    void clientsSeeUrlsOfFiles() {
        assertEquals(
                "{\"method\":\"Debugger.scriptParsed\",\"params\":{\"url\":\"file:///a%20b/%C3%BC%23.js\"}}",
                ProtocolText.fromV8(
                        "{\"method\":\"Debugger.scriptParsed\",\"params\":{\"url\":\"/a b/\\u00fc#.js\"}}"));
        String value = "{\"id\":1,\"result\":{\"result\":{\"type\":\"object\",\"value\":{\"url\":\"/a\"}}}}";
        assertEquals(value, ProtocolText.fromV8(value));
        String breakpoint = ProtocolText.toV8(
                "{\"id\":1,\"method\":\"Debugger.setBreakpointByUrl\",\"params\":{\"url\":\"file:///a%20b/c.js\"}}");
        assertTrue(
                breakpoint.contains(
                        "\"urlRegex\":\"^(?:file:\\\\/\\\\/\\\\/a%20b\\\\/c\\\\.js|\\\\/a b\\\\/c\\\\.js)$\""),
                breakpoint);
    }

    @Test
    void placesAreReadAsNodeDoes() {
        assertEquals(new InspectorStart.Place("127.0.0.1", 9229), InspectorStart.Place.parse(""));
        assertEquals(new InspectorStart.Place("127.0.0.1", 0), InspectorStart.Place.parse("0"));
        assertEquals(new InspectorStart.Place("::1", 9230), InspectorStart.Place.parse("[::1]:9230"));
        assertEquals(new InspectorStart.Place("localhost", 9229), InspectorStart.Place.parse("localhost"));
        assertEquals(new InspectorStart.Place("0.0.0.0", 1), InspectorStart.Place.parse("0.0.0.0:1"));
    }
}
