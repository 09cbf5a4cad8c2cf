package dev.gyre.engine.icu;

import java.util.HashMap;
import java.util.Map;

/** The keys and strings that the bundles of a folder share. */
final class Pool {
    private final BundleParts parts;
    private final Map<String, Integer> keyOffsets = new HashMap<>();

    Pool(byte[] littleEndian) {
        parts = BundleParts.of(littleEndian);
        if (!parts.has(BundleLayout.IS_POOL)) {
            throw new IcuDataException("not a pool bundle");
        }
        int end = parts.keysStart();
        while (end < parts.keysEnd() && parts.body().get(end) > 0) {
            var key = parts.key(end);
            addKeyAndItsTails(key, end - parts.keysStart());
            end += key.length() + 1;
        }
    }

    /** A table may use the tail of a longer key as its own. */
    private void addKeyAndItsTails(String key, int offset) {
        for (int i = 0; i < key.length(); i++) {
            keyOffsets.putIfAbsent(key.substring(i), offset + i);
        }
    }

    /** What the bundles that use this pool must carry too. */
    int checksum() {
        return parts.index(BundleLayout.POOL_CHECKSUM);
    }

    /** The key at an offset from the first key. */
    String key(int offset) {
        return parts.key(parts.keysStart() + offset);
    }

    /** The offset of a key from the first key, or -1 if the pool hasn't got it. */
    int keyOffset(String key) {
        return keyOffsets.getOrDefault(key, -1);
    }

    String string(int unit) {
        return parts.string(unit);
    }
}
