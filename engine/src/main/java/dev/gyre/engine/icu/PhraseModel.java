package dev.gyre.engine.icu;

import java.nio.IntBuffer;
import java.util.List;
import java.util.TreeMap;

/**
 * The model of Japanese phrases, which V8's library insists on and ICU4J hasn't got.
 *
 * <p>The library is built to break lines between phrases, by scores of the characters around a place. It loads the
 * scores together with the dictionary of Chinese and Japanese words, and without them it doesn't use the dictionary
 * either: {@code Intl.Segmenter} would take a sentence for a word. No script can ask for line breaks, so a model
 * without a single score serves.
 */
final class PhraseModel {
    static final String ENTRY = "brkitr/jaml.res";

    /** Single characters, pairs and triples, by their distance from the place. */
    private static final List<String> FEATURES =
            List.of("UW1", "UW2", "UW3", "UW4", "UW5", "UW6", "BW1", "BW2", "BW3", "TW1", "TW2", "TW3", "TW4");

    private PhraseModel() {}

    /** An empty model, written as the bundle {@code neighbour} of the same folder is. */
    static byte[] empty(Bundle neighbour) {
        var items = new TreeMap<String, Resource>();
        for (var feature : FEATURES) {
            items.put(feature + "Keys", new Resource.Array(List.of()));
            items.put(feature + "Values", new Resource.IntVector(IntBuffer.allocate(0)));
        }
        return BundleWriter.write(neighbour.withRoot(new Resource.Table(items)));
    }
}
