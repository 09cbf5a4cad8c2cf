package dev.gyre.engine.icu;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/**
 * Writes a bundle whose tree has been changed, in the layout of {@link BundleLayout}, against the pool that it was
 * made with. Nothing is stored twice: equal trees share their bytes, and a string that is the tail of another
 * points into it.
 *
 * <p>References need the offsets of what they refer to, so the parts are laid out in the order keys, strings,
 * tables and arrays of nothing but strings, everything else; the last from the leaves to the root.
 */
final class BundleWriter {
    private static final int MAX_UNMARKED_LENGTH = 40;
    private static final byte PADDING = (byte) 0xaa;

    private final Bundle bundle;
    private final BundleParts made;
    private final Map<String, Integer> keys = new HashMap<>();
    private final Map<String, Integer> strings = new HashMap<>();
    private final Map<Resource, Integer> references = new HashMap<>();
    private final Output keyBytes = new Output();
    private final Output units = new Output();
    private final Output resources = new Output();
    private int keysEnd;
    private int resourcesStart;
    private int maxTableLength;

    private BundleWriter(Bundle bundle) {
        this.bundle = bundle;
        this.made = bundle.parts();
    }

    /** The little-endian bytes of a bundle, padded to the 16 bytes that entries of a package are aligned to. */
    static byte[] write(Bundle bundle) {
        return new BundleWriter(bundle).write();
    }

    private byte[] write() {
        var keysUsed = new TreeSet<String>();
        var stringsUsed = new TreeSet<String>();
        collect(bundle.root(), keysUsed, stringsUsed);
        layOutKeys(keysUsed);
        layOutStrings(stringsUsed);
        layOutContainersOfStrings(bundle.root());
        units.pad(4);
        resourcesStart = keysEnd + units.size();
        int root = reference(bundle.root());

        int top = (resourcesStart + resources.size()) / 4;
        var indexes = ByteBuffer.allocate(made.keysStart()).order(ByteOrder.LITTLE_ENDIAN);
        indexes.put(made.body().slice(0, made.keysStart()));
        indexes.putInt(0, root);
        indexes.putInt(BundleLayout.indexAt(BundleLayout.KEYS_TOP), keysEnd / 4);
        indexes.putInt(BundleLayout.indexAt(BundleLayout.UNITS_TOP), resourcesStart / 4);
        indexes.putInt(BundleLayout.indexAt(BundleLayout.RESOURCES_TOP), top);
        indexes.putInt(BundleLayout.indexAt(BundleLayout.BUNDLE_TOP), top);
        indexes.putInt(BundleLayout.indexAt(BundleLayout.MAX_TABLE_LENGTH), maxTableLength);

        var out = new Output();
        out.bytes(made.header());
        out.bytes(indexes.array());
        out.bytes(keyBytes.toByteArray());
        out.bytes(units.toByteArray());
        out.bytes(resources.toByteArray());
        out.pad(16);
        return out.toByteArray();
    }

    private void collect(Resource resource, Collection<String> keysUsed, Collection<String> stringsUsed) {
        switch (resource) {
            case Resource.Table table -> {
                maxTableLength = Math.max(maxTableLength, table.items().size());
                keysUsed.addAll(table.items().keySet());
                table.items().values().forEach(item -> collect(item, keysUsed, stringsUsed));
            }
            case Resource.Array array -> array.items().forEach(item -> collect(item, keysUsed, stringsUsed));
            case Resource.Text text when !text.pooled() && !text.value().isEmpty() -> stringsUsed.add(text.value());
            default -> {}
        }
    }

    private void layOutKeys(Collection<String> keysUsed) {
        for (var key : keysUsed) {
            int poolOffset = bundle.pool().map(pool -> pool.keyOffset(key)).orElse(-1);
            if (poolOffset >= 0) {
                keys.put(key, poolOffset | Integer.MIN_VALUE);
            } else {
                keys.put(key, made.keysStart() + keyBytes.size());
                keyBytes.bytes(key.getBytes(StandardCharsets.US_ASCII));
                keyBytes.int8(0);
            }
        }
        keyBytes.pad(4);
        keysEnd = made.keysStart() + keyBytes.size();
    }

    /** In the order of their ends, backwards, so that the tail of a string follows what it is the tail of. */
    private void layOutStrings(Collection<String> stringsUsed) {
        units.int16(0);
        var backwards = new ArrayList<>(stringsUsed);
        backwards.sort(BundleWriter::compareFromTheEnd);
        String last = "";
        int lastEnd = 0;
        for (var string : backwards.reversed()) {
            boolean unmarked = unmarked(string);
            if (unmarked && last.endsWith(string)) {
                strings.put(string, lastEnd - string.length());
                continue;
            }
            strings.put(string, units.size() / 2);
            if (!unmarked) {
                writeLength(string.length());
            }
            string.chars().forEach(units::int16);
            last = string;
            lastEnd = units.size() / 2;
            units.int16(0);
        }
    }

    private static int compareFromTheEnd(String left, String right) {
        for (int i = 1; i <= Math.min(left.length(), right.length()); i++) {
            int order = Character.compare(left.charAt(left.length() - i), right.charAt(right.length() - i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(left.length(), right.length());
    }

    private static boolean unmarked(String string) {
        return string.length() <= MAX_UNMARKED_LENGTH
                && !Character.isLowSurrogate(string.charAt(0))
                && string.indexOf(0) < 0;
    }

    private void writeLength(int length) {
        if (length < 0x3ef) {
            units.int16(0xdc00 | length);
        } else if (length < 0x10_0000) {
            units.int16(0xdfef + (length >> 16));
            units.int16(length);
        } else {
            units.int16(0xdfff);
            units.int16(length >> 16);
            units.int16(length);
        }
    }

    private void layOutContainersOfStrings(Resource resource) {
        if (references.containsKey(resource)) {
            return;
        }
        switch (resource) {
            case Resource.Table table
            when !table.items().isEmpty() -> {
                table.items().values().forEach(this::layOutContainersOfStrings);
                if (table.items().keySet().stream().allMatch(this::hasKey16)
                        && allStrings16(table.items().values())) {
                    references.put(table, BundleLayout.reference(BundleLayout.TABLE_16, units.size() / 2));
                    units.int16(table.items().size());
                    table.items().keySet().forEach(key -> units.int16(key16(key)));
                    table.items().values().forEach(item -> units.int16(stringOffset(item, made.poolStringLimit16())));
                }
            }
            case Resource.Array array
            when !array.items().isEmpty() -> {
                array.items().forEach(this::layOutContainersOfStrings);
                if (allStrings16(array.items())) {
                    references.put(array, BundleLayout.reference(BundleLayout.ARRAY_16, units.size() / 2));
                    units.int16(array.items().size());
                    array.items().forEach(item -> units.int16(stringOffset(item, made.poolStringLimit16())));
                }
            }
            default -> {}
        }
    }

    private boolean allStrings16(Collection<Resource> items) {
        return items.size() <= 0xffff && items.stream().allMatch(this::hasStringOffset16);
    }

    private boolean hasStringOffset16(Resource item) {
        if (!(item instanceof Resource.Text text)) {
            return false;
        }
        int limit = made.poolStringLimit16();
        return text.pooled() ? text.poolOffset() < limit : stringOffset(text, limit) <= 0xffff;
    }

    private int stringOffset(Resource item, int poolLimit) {
        var text = (Resource.Text) item;
        if (text.value().isEmpty()) {
            return 0;
        }
        return text.pooled() ? text.poolOffset() : poolLimit + Objects.requireNonNull(strings.get(text.value()));
    }

    private boolean hasKey16(String key) {
        return key16(key) <= 0xffff;
    }

    private int key16(String key) {
        int offset = Objects.requireNonNull(keys.get(key));
        int localLimit = BundleParts.localKeyLimit(made.keysStart(), keysEnd);
        return offset < 0 ? localLimit + (offset & Integer.MAX_VALUE) : offset;
    }

    /** The reference to a resource, which is written now unless it has been before. */
    private int reference(Resource resource) {
        var known = references.get(resource);
        if (known == null) {
            known = writeResource(resource);
            references.put(resource, known);
        }
        return known;
    }

    private int writeResource(Resource resource) {
        return switch (resource) {
            case Resource.Int number -> BundleLayout.reference(BundleLayout.INT, number.bits());
            case Resource.Text text ->
                BundleLayout.reference(BundleLayout.STRING_V2, stringOffset(text, made.poolStringLimit()));
            case Resource.Alias alias -> {
                int reference = here(BundleLayout.ALIAS);
                resources.int32(alias.path().length());
                alias.path().chars().forEach(resources::int16);
                resources.int16(0);
                resources.pad(4);
                yield reference;
            }
            case Resource.IntVector vector -> {
                int reference = here(BundleLayout.INT_VECTOR);
                resources.int32(vector.values().limit());
                for (int i = 0; i < vector.values().limit(); i++) {
                    resources.int32(vector.values().get(i));
                }
                yield reference;
            }
            case Resource.Binary binary -> writeBinary(binary.bytes());
            case Resource.Array array -> {
                var items = array.items().stream().map(this::reference).toList();
                int reference = here(BundleLayout.ARRAY);
                resources.int32(items.size());
                items.forEach(resources::int32);
                yield reference;
            }
            case Resource.Table table -> writeTable(table);
        };
    }

    /** The bytes themselves, behind their length, are aligned to 16. */
    private int writeBinary(ByteBuffer bytes) {
        while ((resourcesStart + resources.size() + 4) % 16 != 0) {
            resources.int8(PADDING);
        }
        int reference = here(BundleLayout.BINARY);
        var copy = new byte[bytes.limit()];
        bytes.get(0, copy);
        resources.int32(copy.length);
        resources.bytes(copy);
        resources.pad(4);
        return reference;
    }

    private int writeTable(Resource.Table table) {
        if (table.items().isEmpty()) {
            return BundleLayout.reference(BundleLayout.TABLE, 0);
        }
        List<Integer> items =
                table.items().values().stream().map(this::reference).toList();
        boolean keys16 = table.items().keySet().stream().allMatch(this::hasKey16);
        int reference = here(keys16 ? BundleLayout.TABLE : BundleLayout.TABLE_32);
        if (keys16) {
            resources.int16(items.size());
            table.items().keySet().forEach(key -> resources.int16(key16(key)));
            resources.pad(4);
        } else {
            resources.int32(items.size());
            table.items().keySet().forEach(key -> resources.int32(Objects.requireNonNull(keys.get(key))));
        }
        items.forEach(resources::int32);
        return reference;
    }

    private int here(int type) {
        return BundleLayout.reference(type, (resourcesStart + resources.size()) / 4);
    }

    /** Little-endian numbers one behind the other. */
    private static final class Output {
        private byte[] bytes = new byte[1 << 12];
        private int size;

        int size() {
            return size;
        }

        void int8(int value) {
            if (size == bytes.length) {
                bytes = Arrays.copyOf(bytes, 2 * size);
            }
            bytes[size++] = (byte) value;
        }

        void int16(int value) {
            int8(value);
            int8(value >> 8);
        }

        void int32(int value) {
            int16(value);
            int16(value >> 16);
        }

        void bytes(byte[] more) {
            for (byte one : more) {
                int8(one);
            }
        }

        void pad(int alignment) {
            while (size % alignment != 0) {
                int8(PADDING);
            }
        }

        byte[] toByteArray() {
            return Arrays.copyOf(bytes, size);
        }
    }
}
