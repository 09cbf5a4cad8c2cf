package dev.gyre.engine.icu;

import java.util.BitSet;

/**
 * Swaps a resource bundle ({@code ResB}): the layout is described in {@link BundleLayout}.
 *
 * <p>Keys are bytes and stay. The 16-bit part is swapped as a whole. What remains can only be told apart by
 * walking the tree from its root; values may be shared, so each offset is swapped once.
 */
final class BundleSwapper {
    private final SwapBlock bundle;
    private final BitSet done = new BitSet();

    private BundleSwapper(SwapBlock bundle) {
        this.bundle = bundle;
    }

    static void swap(SwapBlock bundle) {
        int indexLength = bundle.int32(BundleLayout.indexAt(BundleLayout.INDEX_LENGTH)) & 0xff;
        int keysTop = bundle.int32(BundleLayout.indexAt(BundleLayout.KEYS_TOP));
        int unitsTop = bundle.int32(BundleLayout.indexAt(BundleLayout.UNITS_TOP));
        bundle.swap32(0, 4 + 4 * indexLength);
        bundle.swap16(4 * keysTop, 4 * (unitsTop - keysTop));
        new BundleSwapper(bundle).swapResource(bundle.int32(0));
    }

    private void swapResource(int resource) {
        int offset = BundleLayout.offset(resource);
        switch (BundleLayout.type(resource)) {
            case BundleLayout.INT, BundleLayout.STRING_V2, BundleLayout.TABLE_16, BundleLayout.ARRAY_16 -> {
                return;
            }
            default -> {
                if (offset == 0 || done.get(offset)) {
                    return;
                }
            }
        }
        done.set(offset);
        int at = 4 * offset;
        switch (BundleLayout.type(resource)) {
            case BundleLayout.STRING, BundleLayout.ALIAS -> {
                bundle.swap32(at, 4);
                bundle.swap16(at + 4, 2 * bundle.int32(at));
            }
            case BundleLayout.BINARY -> {
                bundle.swap32(at, 4);
                var binary = bundle.slice(at + 4, bundle.int32(at));
                if (DataHeader.startsWithHeader(binary)) {
                    EntrySwapper.swap(binary);
                }
            }
            case BundleLayout.INT_VECTOR -> bundle.swap32(at, 4 + 4 * bundle.int32(at));
            case BundleLayout.ARRAY -> {
                bundle.swap32(at, 4);
                swapItems(at + 4, bundle.int32(at));
            }
            case BundleLayout.TABLE -> {
                int count = bundle.uint16(at);
                bundle.swap16(at, 2 + 2 * count);
                swapItems(at + (2 + 2 * count + 3) / 4 * 4, count);
            }
            case BundleLayout.TABLE_32 -> {
                int count = bundle.int32(at);
                bundle.swap32(at, 4 + 4 * count);
                swapItems(at + 4 + 4 * count, count);
            }
            default -> throw new IcuDataException("resource type " + BundleLayout.type(resource) + " is unknown");
        }
    }

    private void swapItems(int at, int count) {
        bundle.swap32(at, 4 * count);
        for (int i = 0; i < count; i++) {
            swapResource(bundle.int32(at + 4 * i));
        }
    }
}
