package dev.gyre.codec.http2;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The table of one direction: 61 entries that never change, then those that were added, the newest first. Its size is
 * limited; old entries make room for new ones.
 */
final class HpackTable {
    static final int STATIC_ENTRIES = 61;
    static final int DEFAULT_MAX_BYTES = 4096;
    /** What the standard adds to the size of each entry. */
    static final int ENTRY_OVERHEAD_BYTES = 32;

    /** One entry. The hashes are for the encoder's search. */
    record Entry(byte[] name, byte[] value, int nameHash, int hash) {
        static Entry of(byte[] name, byte[] value) {
            int nameHash = hashOf(name, 0, name.length, 1);
            return new Entry(name, value, nameHash, hashOf(value, 0, value.length, nameHash));
        }

        int bytes() {
            return name.length + value.length + ENTRY_OVERHEAD_BYTES;
        }

        boolean hasName(byte[] in, int from, int to) {
            return Arrays.equals(name, 0, name.length, in, from, to);
        }

        boolean hasValue(byte[] in, int from, int to) {
            return Arrays.equals(value, 0, value.length, in, from, to);
        }
    }

    private static final Entry[] STATIC = makeStatic();

    private @Nullable Entry[] ring = new @Nullable Entry[16];
    /** Where the newest entry is. */
    private int newest;

    private int count;
    private int bytes;
    private int maxBytes = DEFAULT_MAX_BYTES;

    private static Entry[] makeStatic() {
        String all =
                ":authority|:method=GET|:method=POST|:path=/|:path=/index.html|:scheme=http|:scheme=https|:status=200"
                        + "|:status=204|:status=206|:status=304|:status=400|:status=404|:status=500|accept-charset"
                        + "|accept-encoding=gzip, deflate|accept-language|accept-ranges|accept|access-control-allow-origin|age"
                        + "|allow|authorization|cache-control|content-disposition|content-encoding|content-language"
                        + "|content-length|content-location|content-range|content-type|cookie|date|etag|expect|expires|from"
                        + "|host|if-match|if-modified-since|if-none-match|if-range|if-unmodified-since|last-modified|link"
                        + "|location|max-forwards|proxy-authenticate|proxy-authorization|range|referer|refresh|retry-after"
                        + "|server|set-cookie|strict-transport-security|transfer-encoding|user-agent|vary|via"
                        + "|www-authenticate";
        Entry[] entries = new Entry[STATIC_ENTRIES + 1];
        int from = 0;
        for (int i = 1; i <= STATIC_ENTRIES; i++) {
            int end = all.indexOf('|', from);
            String entry = end < 0 ? all.substring(from) : all.substring(from, end);
            int equals = entry.indexOf('=');
            String name = equals < 0 ? entry : entry.substring(0, equals);
            String value = equals < 0 ? "" : entry.substring(equals + 1);
            entries[i] =
                    Entry.of(name.getBytes(StandardCharsets.ISO_8859_1), value.getBytes(StandardCharsets.ISO_8859_1));
            from = end + 1;
        }
        entries[0] = entries[1]; // no index is 0
        return entries;
    }

    static int hashOf(byte[] in, int from, int to, int start) {
        int hash = start;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + in[i];
        }
        return hash;
    }

    /** Size as the standard counts it. */
    int bytes() {
        return bytes;
    }

    int maxBytes() {
        return maxBytes;
    }

    /** How many indexes there are; the first is 1. */
    int size() {
        return STATIC_ENTRIES + count;
    }

    void limit(int maxBytes) {
        this.maxBytes = maxBytes;
        evictTo(maxBytes);
    }

    /** The entry of an index from 1 to {@link #size}. */
    Entry get(int index) {
        if (index <= STATIC_ENTRIES) {
            return STATIC[index];
        }
        Entry entry = ring[(newest + index - STATIC_ENTRIES - 1) & (ring.length - 1)];
        if (entry == null) {
            throw new IllegalStateException("no entry " + index + " of " + size());
        }
        return entry;
    }

    /** Adds an entry; one that is larger than the table empties it. */
    void add(Entry entry) {
        int size = entry.bytes();
        if (size > maxBytes) {
            evictTo(0);
            return;
        }
        evictTo(maxBytes - size);
        if (count == ring.length) {
            grow();
        }
        newest = (newest - 1) & (ring.length - 1);
        ring[newest] = entry;
        count++;
        bytes += size;
    }

    private void evictTo(int limit) {
        while (bytes > limit) {
            bytes -= get(size()).bytes();
            ring[(newest + count - 1) & (ring.length - 1)] = null;
            count--;
        }
    }

    private void grow() {
        @Nullable Entry[] larger = new @Nullable Entry[2 * ring.length];
        for (int i = 0; i < count; i++) {
            larger[i] = ring[(newest + i) & (ring.length - 1)];
        }
        ring = larger;
        newest = 0;
    }
}
