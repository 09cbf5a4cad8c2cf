package dev.gyre.engine.icu;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.List;
import java.util.NavigableMap;

/** What a bundle holds, as a tree of values. Equal trees are equal as Java objects, which lets a writer share them. */
sealed interface Resource {
    /** Items by key, in the order of their ASCII bytes, in which ICU searches them. */
    record Table(NavigableMap<String, Resource> items) implements Resource {}

    record Array(List<Resource> items) implements Resource {}

    /** A string; {@code poolOffset} tells where the pool has it, or is {@link #NOT_POOLED}. */
    record Text(String value, int poolOffset) implements Resource {
        static final int NOT_POOLED = -1;

        static Text local(String value) {
            return new Text(value, NOT_POOLED);
        }

        boolean pooled() {
            return poolOffset != NOT_POOLED;
        }
    }

    /** A path to a value elsewhere, followed when the value is asked for. */
    record Alias(String path) implements Resource {}

    /** The lower 28 bits of an integer; ICU leaves it to the reader whether they have a sign. */
    record Int(int bits) implements Resource {}

    record IntVector(IntBuffer values) implements Resource {}

    record Binary(ByteBuffer bytes) implements Resource {}
}
