package dev.gyre.io.call;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** The dynamic symbols of an ELF file for 64-bit little-endian machines, read by its sections. */
public final class DynamicSymbols {
    private static final int HEADER_BYTES = 64;
    private static final int SYMBOL_BYTES = 24;
    private static final int SECTION_BYTES = 64;
    private static final int DYNAMIC_SYMBOLS = 11;

    private DynamicSymbols() {}

    /** The names that the file takes from others. Only the parts that have them are read. */
    public static List<String> undefined(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer header = read(channel, 0, HEADER_BYTES);
            if (header.getInt(0) != 0x464c457f) {
                throw new IOException("no ELF file");
            }
            int count = header.getShort(60);
            ByteBuffer sections = read(channel, header.getLong(40), count * SECTION_BYTES);
            for (int i = 0; i < count; i++) {
                int at = i * SECTION_BYTES;
                if (sections.getInt(at + 4) == DYNAMIC_SYMBOLS) {
                    return undefined(
                            section(channel, sections, at),
                            section(channel, sections, sections.getInt(at + 40) * SECTION_BYTES));
                }
            }
            throw new IOException("an ELF file without dynamic symbols");
        }
    }

    private static ByteBuffer section(FileChannel channel, ByteBuffer sections, int at) throws IOException {
        return read(channel, sections.getLong(at + 24), Math.toIntExact(sections.getLong(at + 32)));
    }

    private static ByteBuffer read(FileChannel channel, long at, int bytes) throws IOException {
        ByteBuffer part = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        while (part.hasRemaining()) {
            if (channel.read(part, at + part.position()) < 0) {
                throw new IOException("the file ends early");
            }
        }
        return part;
    }

    private static List<String> undefined(ByteBuffer symbols, ByteBuffer strings) {
        List<String> names = new ArrayList<>();
        for (int at = SYMBOL_BYTES; at + SYMBOL_BYTES <= symbols.capacity(); at += SYMBOL_BYTES) {
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
