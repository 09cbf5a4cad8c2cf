package dev.gyre.engine.icu;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A resource bundle that has been read: its tree, and the parts it was read from.
 *
 * @param pool what the bundle shares with the others of its folder
 */
record Bundle(BundleParts parts, Optional<Pool> pool, Resource.Table root) {
    /** Reads a little-endian bundle. */
    static Bundle read(byte[] littleEndian, Optional<Pool> folderPool) {
        var parts = BundleParts.of(littleEndian);
        var pool = parts.has(BundleLayout.USES_POOL) ? folderPool : Optional.<Pool>empty();
        if (parts.has(BundleLayout.USES_POOL)) {
            int checksum = pool.orElseThrow(() -> new IcuDataException("the pool is missing"))
                    .checksum();
            if (checksum != parts.index(BundleLayout.POOL_CHECKSUM)) {
                throw new IcuDataException("the pool is another one than the bundle was made with");
            }
        }
        if (new Reader(parts, pool).resource(parts.root()) instanceof Resource.Table root) {
            return new Bundle(parts, pool, root);
        }
        throw new IcuDataException("the root of a bundle isn't a table");
    }

    Bundle withRoot(Resource.Table newRoot) {
        return new Bundle(parts, pool, newRoot);
    }

    /** The value at a path of keys and indexes, if the bundle itself has it. */
    Optional<Resource> find(List<String> path) {
        Resource at = root;
        for (var step : path) {
            at = switch (at) {
                case Resource.Table table -> table.items().get(step);
                case Resource.Array array -> item(array, step);
                default -> null;
            };
            if (at == null) {
                return Optional.empty();
            }
        }
        return Optional.of(at);
    }

    private static @Nullable Resource item(Resource.Array array, String step) {
        int index = step.matches("\\d{1,6}") ? Integer.parseInt(step) : -1;
        return index >= 0 && index < array.items().size() ? array.items().get(index) : null;
    }

    /** The string at the given path, if the bundle itself has one there. */
    Optional<String> text(String... path) {
        return find(List.of(path)).map(found -> found instanceof Resource.Text text ? text.value() : null);
    }

    private record Reader(BundleParts parts, Optional<Pool> pool) {
        Resource resource(int reference) {
            int offset = BundleLayout.offset(reference);
            int at = 4 * offset;
            return switch (BundleLayout.type(reference)) {
                case BundleLayout.INT -> new Resource.Int(offset);
                case BundleLayout.STRING_V2 -> text(offset, parts.poolStringLimit());
                case BundleLayout.STRING -> Resource.Text.local(offset == 0 ? "" : utf16(at));
                case BundleLayout.ALIAS -> new Resource.Alias(offset == 0 ? "" : utf16(at));
                case BundleLayout.BINARY -> binary(at);
                case BundleLayout.INT_VECTOR -> intVector(at);
                case BundleLayout.ARRAY -> array(int32Or0(at), i -> resource(int32(at + 4 + 4 * i)));
                case BundleLayout.ARRAY_16 -> array(parts.unit(offset), i -> text16(parts.unit(offset + 1 + i)));
                case BundleLayout.TABLE -> {
                    int count = offset == 0 ? 0 : parts.body().getShort(at) & 0xffff;
                    int items = at + (2 + 2 * count + 3) / 4 * 4;
                    yield table(
                            count,
                            i -> key16(parts.body().getShort(at + 2 + 2 * i) & 0xffff),
                            i -> resource(int32(items + 4 * i)));
                }
                case BundleLayout.TABLE_32 -> {
                    int count = int32Or0(at);
                    int items = at + 4 + 4 * count;
                    yield table(count, i -> key32(int32(at + 4 + 4 * i)), i -> resource(int32(items + 4 * i)));
                }
                case BundleLayout.TABLE_16 -> {
                    int count = parts.unit(offset);
                    yield table(
                            count,
                            i -> key16(parts.unit(offset + 1 + i)),
                            i -> text16(parts.unit(offset + 1 + count + i)));
                }
                default -> throw new IcuDataException("resource type " + BundleLayout.type(reference) + " is unknown");
            };
        }

        private int int32(int at) {
            return parts.body().getInt(at);
        }

        /** A count, or 0 for the empty value at offset 0. */
        private int int32Or0(int at) {
            return at == 0 ? 0 : int32(at);
        }

        private String utf16(int at) {
            return parts.utf16(at + 4, int32(at));
        }

        private Resource.Text text16(int reference) {
            return text(reference, parts.poolStringLimit16());
        }

        private Resource.Text text(int offset, int poolLimit) {
            if (offset == 0) {
                return Resource.Text.local("");
            }
            return offset < poolLimit
                    ? new Resource.Text(pool.orElseThrow().string(offset), offset)
                    : Resource.Text.local(parts.string(offset - poolLimit));
        }

        private Resource.Binary binary(int at) {
            return new Resource.Binary(parts.body().slice(at == 0 ? 0 : at + 4, int32Or0(at)));
        }

        private Resource.IntVector intVector(int at) {
            int count = int32Or0(at);
            return new Resource.IntVector(parts.body()
                    .slice(at == 0 ? 0 : at + 4, 4 * count)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asIntBuffer());
        }

        private static Resource.Array array(int count, IntFunction<Resource> item) {
            var items = new ArrayList<Resource>(count);
            for (int i = 0; i < count; i++) {
                items.add(item.apply(i));
            }
            return new Resource.Array(items);
        }

        private static Resource.Table table(int count, IntFunction<String> key, IntFunction<Resource> item) {
            var items = new TreeMap<String, Resource>();
            for (int i = 0; i < count; i++) {
                items.put(key.apply(i), item.apply(i));
            }
            return new Resource.Table(items);
        }

        private String key16(int offset) {
            if (pool.isPresent() && offset >= parts.localKeyLimit()) {
                return pool.get().key(offset - parts.localKeyLimit());
            }
            return parts.key(offset);
        }

        private String key32(int offset) {
            return offset < 0 ? pool.orElseThrow().key(offset & Integer.MAX_VALUE) : parts.key(offset);
        }
    }
}
