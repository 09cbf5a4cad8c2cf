package dev.gyre.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import org.junit.jupiter.api.Test;

class WasmBytesTest {
    private static final String MODULE = """
            const sample = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 0, 5, 4, 103, 121, 114, 101]);
            // A section of 100,000 bytes that means nothing.
            const large = new Uint8Array(100012).fill(7);
            large.set([0, 97, 115, 109, 1, 0, 0, 0, 0, 160, 141, 6, 4, 103, 121, 114, 101]);
            check(new WebAssembly.Module(sample), sample.buffer);
            found(new WebAssembly.Module(large), large.buffer);
            found({}, undefined);
            """;

    @Test
    void theBytesOfAModuleAreThoseItWasCompiledFrom() {
        TestEngine.start();
        try (Isolate isolate = Isolate.open(null)) {
            isolate.setGlobal("check", isolate.function(args -> {
                assertTrue(WasmBytes.check(args, 0, args.requiredBytes(1)));
                return null;
            }));
            isolate.setGlobal("found", isolate.function(args -> {
                byte[] found = WasmBytes.of(args, 0);
                if (args.isUndefined(1)) {
                    assertNull(found);
                } else {
                    byte[] expected = new byte[args.requiredBytes(1).remaining()];
                    args.requiredBytes(1).get(expected);
                    assertArrayEquals(expected, Objects.requireNonNull(found));
                }
                return null;
            }));
            isolate.run(MODULE, "test.js").close();
        }
    }
}
