package dev.gyre.engine.icu;

/** Turns one piece of big-endian ICU data into little-endian, whatever its format. */
final class EntrySwapper {
    private EntrySwapper() {}

    /** The little-endian form of {@code bigEndian}; {@code name} is for messages. */
    static byte[] swap(String name, byte[] bigEndian) {
        var block = SwapBlock.of(bigEndian);
        try {
            swap(block);
        } catch (IcuDataException e) {
            throw new IcuDataException(name + ": " + e.getMessage(), e);
        }
        return block.swapped();
    }

    /** Swaps data that begins with a header. */
    static void swap(SwapBlock block) {
        var header = DataHeader.swap(block);
        var body = block.from(header.length());
        switch (header.format() + " " + header.formatVersion()) {
            case "ResB 2", "ResB 3" -> BundleSwapper.swap(body);
            case "UCol 5" -> CollationSwapper.swap(body);
            case "Brk  6" -> BreakSwapper.swapRules(body);
            case "Dict 1" -> BreakSwapper.swapDictionary(body);
            case "Nrm2 5" -> PropertySwapper.swapNormalization(body);
            case "Emoj 1" -> PropertySwapper.swapEmoji(body);
            default ->
                throw new IcuDataException("format %s version %d is unknown: add its swapper"
                        .formatted(header.format(), header.formatVersion()));
        }
    }
}
