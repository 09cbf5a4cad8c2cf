package dev.gyre.io.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandInLibraryTest {
    @TempDir
    Path folder;

    @Test
    void definesTheNamesThatAnotherLibraryLeavesOpen() throws IOException {
        assumeTrue(CallLibrary.isForThisMachine());
        Path needy = Files.write(folder.resolve("needy.so"), withSections(List.of("Py_One", "Py_Two", "other")));
        Path standIn = folder.resolve("stand-in.so");
        StandInLibrary.write(needy, name -> name.startsWith("Py"), standIn);
        long library = ForeignCalls.openLibraryForOthers(standIn.toString());
        assertNotEquals(0, library, "the dynamic linker takes the file");
        assertNotEquals(0, ForeignCalls.addressIn(library, "Py_One"));
        assertNotEquals(0, ForeignCalls.addressIn(library, "Py_Two"));
        assertEquals(0, ForeignCalls.addressIn(library, "other"));
    }

    @Test
    void readsUndefinedNamesOnly() throws IOException {
        Path file = Files.write(folder.resolve("a.so"), withSections(List.of("a", "bc")));
        assertEquals(List.of("a", "bc"), DynamicSymbols.undefined(file));
        Path plain = Files.write(folder.resolve("b.so"), CallLibraryFile.bytes());
        assertThrows(IOException.class, () -> DynamicSymbols.undefined(plain), "has no sections");
    }

    /** An ELF file with two sections: symbols (one empty, the undefined ones, one defined) and their names. */
    private static byte[] withSections(List<String> undefined) {
        String names = "\0" + String.join("\0", undefined) + "\0";
        ByteBuffer file = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);
        int symbolsAt = 256;
        int namesAt = 2048;
        file.putInt(0, 0x464c457f).putLong(40, 64).putShort(60, (short) 2);
        putSection(file, 64, 11, symbolsAt, (undefined.size() + 2) * 24L);
        file.putInt(64 + 40, 1);
        putSection(file, 128, 3, namesAt, names.length());
        file.put(namesAt, names.getBytes(StandardCharsets.US_ASCII));
        int nameAt = 1;
        int at = symbolsAt + 24;
        for (String name : undefined) {
            file.putInt(at, nameAt);
            nameAt += name.length() + 1;
            at += 24;
        }
        file.putInt(at, 1).putShort(at + 6, (short) 1);
        return file.array();
    }

    private static void putSection(ByteBuffer file, int at, int type, long offset, long size) {
        file.putInt(at + 4, type).putLong(at + 24, offset).putLong(at + 32, size);
    }
}
