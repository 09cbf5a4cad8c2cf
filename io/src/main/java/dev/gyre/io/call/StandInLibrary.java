package dev.gyre.io.call;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * Writes a library that defines names which another library takes from its host program. The other one can then be loaded
 * without that program, for what it has besides: whoever calls a name that is defined here is ended by an illegal
 * instruction, so none of the functions that use them may be called.
 */
public final class StandInLibrary {
    private static final int SYMBOL_BYTES = 24;
    private static final int SECTION_BYTES = 64;
    private static final int DYNAMIC_SYMBOLS = 11;

    private StandInLibrary() {}

    /**
     * @param library the ELF file that leaves names open
     * @param isStandIn which of these names are defined by the stand-in
     * @param file what is written
     */
    public static void write(Path library, Predicate<String> isStandIn, Path file) throws IOException {
        List<String> names = undefined(Files.readAllBytes(library)).stream()
                .filter(isStandIn)
                .toList();
        var standIn = new ElfLibrary("libc.so.6", List.of(), names, 2);
        standIn.code().put((byte) 0x0f).put((byte) 0x0b); // ud2
        int[] code = new int[names.size() + 1];
        Arrays.fill(code, standIn.codeAt());
        Files.write(file, standIn.bytes(code));
    }

    /** The names of the dynamic symbols that an ELF file for 64-bit little-endian machines does not define. */
    static List<String> undefined(byte[] library) throws IOException {
        ByteBuffer file = ByteBuffer.wrap(library).order(ByteOrder.LITTLE_ENDIAN);
        int sections = (int) file.getLong(40);
        for (int i = 0; i < file.getShort(60); i++) {
            int section = sections + i * SECTION_BYTES;
            if (file.getInt(section + 4) == DYNAMIC_SYMBOLS) {
                int strings = sections + file.getInt(section + 40) * SECTION_BYTES;
                return undefined(
                        file.slice((int) file.getLong(section + 24), (int) file.getLong(section + 32))
                                .order(ByteOrder.LITTLE_ENDIAN),
                        file.slice((int) file.getLong(strings + 24), (int) file.getLong(strings + 32)));
            }
        }
        throw new IOException("an ELF file without dynamic symbols");
    }

    private static List<String> undefined(ByteBuffer symbols, ByteBuffer strings) {
        List<String> names = new ArrayList<>();
        for (int at = SYMBOL_BYTES; at < symbols.capacity(); at += SYMBOL_BYTES) {
            if (symbols.getShort(at + 6) == 0) {
                names.add(text(strings, symbols.getInt(at)));
            }
        }
        return names;
    }

    private static String text(ByteBuffer strings, int from) {
        int end = from;
        while (strings.get(end) != 0) {
            end++;
        }
        byte[] text = new byte[end - from];
        strings.get(from, text);
        return new String(text, StandardCharsets.US_ASCII);
    }
}
