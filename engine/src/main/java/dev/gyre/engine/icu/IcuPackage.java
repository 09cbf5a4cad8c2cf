package dev.gyre.engine.icu;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The file that ICU opens: a header, a table of contents sorted by name, the names, and the entries aligned to
 * 16 bytes. Names begin with that of the package; ICU looks for {@code icudt77l/de.res}.
 */
final class IcuPackage {
    private static final String FORMAT = "CmnD";
    private static final int FORMAT_VERSION = 1;
    private static final int DATA_VERSION = 3;
    private static final int ALIGNMENT = 16;
    private static final byte PADDING = (byte) 0xaa;

    private IcuPackage() {}

    /** The bytes of a package; with no entries it is one in which ICU finds nothing. */
    static byte[] write(String packageName, SortedMap<String, byte[]> entries) {
        var header = DataHeader.littleEndian(FORMAT, FORMAT_VERSION, DATA_VERSION);
        int namesStart = 4 + 8 * entries.size();
        int namesLength = entries.keySet().stream()
                .mapToInt(name -> packageName.length() + name.length() + 2)
                .sum();
        int start = align(namesStart + namesLength);
        int length = header.length
                + start
                + entries.values().stream()
                        .mapToInt(entry -> align(entry.length))
                        .sum();

        var bytes = new byte[length];
        Arrays.fill(bytes, PADDING);
        var out = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).put(header);
        var toc = out.slice().order(ByteOrder.LITTLE_ENDIAN);
        toc.putInt(entries.size());
        int nameOffset = namesStart;
        int dataOffset = start;
        for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
            toc.putInt(nameOffset).putInt(dataOffset);
            var name = (packageName + "/" + entry.getKey() + "\0").getBytes(StandardCharsets.US_ASCII);
            toc.put(nameOffset, name);
            toc.put(dataOffset, entry.getValue());
            nameOffset += name.length;
            dataOffset += align(entry.getValue().length);
        }
        return bytes;
    }

    /** The entries of a package by their names, without the package's own. */
    static NavigableMap<String, byte[]> read(byte[] bytes) {
        var header = DataHeader.read(bytes);
        if (!header.format().equals(FORMAT)) {
            throw new IcuDataException("not a package but format " + header.format());
        }
        var toc = ByteBuffer.wrap(bytes, header.length(), bytes.length - header.length())
                .slice();
        toc.order(ByteOrder.LITTLE_ENDIAN);
        var entries = new TreeMap<String, byte[]>();
        int count = toc.getInt(0);
        for (int i = 0; i < count; i++) {
            int start = toc.getInt(8 + 8 * i);
            int end = i + 1 < count ? toc.getInt(16 + 8 * i) : toc.limit();
            var entry = new byte[end - start];
            toc.get(start, entry);
            entries.put(nameAt(toc, toc.getInt(4 + 8 * i)), entry);
        }
        return entries;
    }

    private static String nameAt(ByteBuffer toc, int offset) {
        int end = offset;
        while (toc.get(end) != 0) {
            end++;
        }
        var name = new byte[end - offset];
        toc.get(offset, name);
        var full = new String(name, StandardCharsets.US_ASCII);
        return full.substring(full.indexOf('/') + 1);
    }

    private static int align(int length) {
        return (length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
}
