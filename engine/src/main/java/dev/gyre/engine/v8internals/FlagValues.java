package dev.gyre.engine.v8internals;

import dev.gyre.engine.ForeignAccess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Capability {@code flag-values}: V8's flags after its start.
 *
 * <p>V8 reads the limits of an isolate (heap, stack) from its flags when the isolate is made; Javet passes no limits of its
 * own, and sets flags only when the library is loaded. V8 keeps a table of all flags in the library's writable data:
 *
 * <pre>
 *   type | name ──> "max_old_space_size"  | value ──> 8 bytes | default ──> 8 bytes | comment | 2 words      (56 bytes)
 * </pre>
 *
 * <p>The table is found by the names; a flag is used only if its entry has the expected type, its value lies in the
 * library's writable data, and its default is the expected one. To look through all of the data takes a JVM that has just
 * begun 20 ms; so the build leaves a file beside the library that says where the entries are, and only where one is not as
 * expected is the table searched. V8 would make the values read-only when it has started; it
 * is run with {@code --no-freeze-flags-after-init}.
 */
public final class FlagValues {
    // V8's numbers of the types of flags.
    private static final int TYPE_BOOL = 0;
    private static final int TYPE_INT = 2;
    private static final int TYPE_SIZE = 6;
    private static final int TYPE_LAST = 8;

    private static final int MAX_NAME = 100;

    /** The file with the places, beside the library: offsets of the names in the entries, in the order of {@link Flag}. */
    private static final String PLACES = "v8-flags.places";

    // Offsets from the name in an entry of the table.
    private static final int TYPE = -8;
    private static final int VALUE = 8;
    private static final int DEFAULT = 16;
    private static final int ENTRY_BYTES = 24;

    /** A flag that is used, with the type and the default that V8 has for it. */
    public enum Flag {
        MAX_OLD_SPACE_MB("max_old_space_size", TYPE_SIZE, 0),
        MAX_SEMI_SPACE_MB("max_semi_space_size", TYPE_SIZE, 0),
        MIN_SEMI_SPACE_MB("min_semi_space_size", TYPE_SIZE, 0),
        INITIAL_OLD_SPACE_MB("initial_old_space_size", TYPE_SIZE, 0),
        STACK_KIB("stack_size", TYPE_INT, 984),
        REGEXP_GUARD("enable_experimental_regexp_engine_on_excessive_backtracks", TYPE_BOOL, 0),
        LOOP_UNROLLING("turboshaft_loop_unrolling", TYPE_BOOL, 1),
        FREEZE("freeze_flags_after_init", TYPE_BOOL, 1);

        private final String label;
        private final int type;
        private final long byDefault;

        Flag(String label, int type, long byDefault) {
            this.label = label;
            this.type = type;
            this.byDefault = byDefault;
        }

        /** Limits of isolates do without the others, which V8 calls experimental or may give up. */
        private boolean isNeeded() {
            return this != REGEXP_GUARD && this != LOOP_UNROLLING;
        }
    }

    /** A flag that is not an enum's: whether it is on, or its number. */
    public record Entry(boolean isSwitch, long address) {}

    /** An address range of the library, by its file. */
    private record Range(long from, long to, boolean isWritable) {
        boolean has(long address, int bytes) {
            return address >= from && address <= to - bytes;
        }
    }

    private final ForeignAccess memory;
    private final List<Range> library;
    private final long[] addresses = new long[Flag.values().length];
    private final long[] entries = new long[Flag.values().length];

    private FlagValues(List<Range> library, ForeignAccess memory) {
        this.memory = memory;
        this.library = library;
    }

    /** Finds the flags of the library in this file; null where V8 is not as expected. */
    public static @Nullable FlagValues find(Path library, ForeignAccess memory) {
        List<Range> ranges = mapped(library);
        if (ranges.isEmpty()) {
            return null;
        }
        var values = new FlagValues(ranges, memory);
        values.lookAtPlaces(library.resolveSibling(PLACES));
        for (Range range : ranges) {
            if (range.isWritable && !values.isComplete()) {
                values.look(range);
            }
        }
        return values.isComplete() && values.get(Flag.FREEZE) == 0 ? values : null;
    }

    private boolean isComplete() {
        for (Flag flag : Flag.values()) {
            if (flag.isNeeded() && !has(flag)) {
                return false;
            }
        }
        return true;
    }

    /** Writes the file by which later processes find the flags at once. */
    public void writePlaces(Path libraryFolder) throws IOException {
        var text = new StringBuilder();
        for (long entry : entries) {
            text.append(entry == 0 ? 0 : entry - library.getFirst().from).append('\n');
        }
        Files.writeString(libraryFolder.resolve(PLACES), text);
    }

    private void lookAtPlaces(Path file) {
        List<String> lines;
        try {
            lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException _) {
            return; // then the table is searched
        }
        for (String line : lines) {
            long entry = library.getFirst().from + Long.parseLong(line);
            Range data = rangeOf(entry);
            if (data != null && data.isWritable && entry + TYPE >= data.from && entry + ENTRY_BYTES <= data.to) {
                lookAt(at(data.from, data.to - data.from), Math.toIntExact(entry - data.from), data);
            }
        }
    }

    /**
     * The ranges of the library. The list of all mappings has tens of thousands of characters; a JVM that has just begun
     * takes 15 ms to make lines of them. The library's ranges follow one another, and are near the end; V8 may have mapped a
     * part of it once more, behind them.
     */
    private static List<Range> mapped(Path library) {
        var ranges = new ArrayDeque<Range>();
        try {
            String end = library.toRealPath() + "\n";
            String all = new String(Files.readAllBytes(Path.of("/proc/self/maps")), StandardCharsets.ISO_8859_1);
            int name = all.lastIndexOf(end);
            boolean hasData = false;
            while (name > 0) {
                int line = all.lastIndexOf('\n', name) + 1;
                ranges.addFirst(range(all.substring(line, name)));
                hasData = hasData || ranges.getFirst().isWritable;
                name = line - end.length(); // in the line before, if that is one of the library's
                if (!all.startsWith(end, name)) {
                    name = hasData ? -1 : all.lastIndexOf(end, name);
                }
            }
        } catch (IOException e) {
            return List.of();
        }
        return List.copyOf(ranges);
    }

    /** Of a line such as {@code 7f00-7f10 rw-p ...}. */
    private static Range range(String line) {
        int dash = line.indexOf('-');
        int space = line.indexOf(' ');
        return new Range(
                Long.parseUnsignedLong(line, 0, dash, 16),
                Long.parseUnsignedLong(line, dash + 1, space, 16),
                line.charAt(space + 2) == 'w');
    }

    private void look(Range data) {
        ByteBuffer words = at(data.from, data.to - data.from);
        int last = words.capacity() - ENTRY_BYTES;
        for (int offset = -TYPE; offset <= last; offset += Long.BYTES) {
            lookAt(words, offset, data);
        }
    }

    private void lookAt(ByteBuffer words, int offset, Range data) {
        int type = words.getInt(offset + TYPE);
        if (type == TYPE_SIZE || type == TYPE_INT || type == TYPE_BOOL) {
            long name = words.getLong(offset);
            Range in = rangeOf(name);
            if (in != null && !in.isWritable) {
                take(words, offset, data, at(name, Math.min(in.to - name, MAX_NAME)));
            }
        }
    }

    private void take(ByteBuffer words, int offset, Range data, ByteBuffer name) {
        int type = words.getInt(offset + TYPE);
        for (Flag flag : Flag.values()) {
            if (flag.type == type && isText(name, flag.label)) {
                long value = words.getLong(offset + VALUE);
                long byDefault = words.getLong(offset + DEFAULT);
                Range holder = rangeOf(value);
                if (holder != null
                        && holder.isWritable
                        && rangeOf(byDefault) != null
                        && read(byDefault, type) == flag.byDefault) {
                    addresses[flag.ordinal()] = value;
                    entries[flag.ordinal()] = data.from + offset;
                }
            }
        }
    }

    /** Whether it is the C string of this text. */
    private static boolean isText(ByteBuffer chars, String text) {
        if (chars.capacity() <= text.length() || chars.get(0) != text.charAt(0) || chars.get(text.length()) != 0) {
            return false;
        }
        for (int i = 1; i < text.length(); i++) {
            if (chars.get(i) != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private @Nullable Range rangeOf(long address) {
        for (Range range : library) {
            if (range.has(address, Long.BYTES)) {
                return range;
            }
        }
        return null;
    }

    /** True of every flag that limits of isolates need. */
    public boolean has(Flag flag) {
        return addresses[flag.ordinal()] != 0;
    }

    /** All flags with a value of one or four bytes, or null for one of another type, by the names that V8 has for them. */
    public Map<String, @Nullable Entry> all() {
        var found = new HashMap<String, @Nullable Entry>();
        for (Range range : library) {
            if (range.isWritable) {
                ByteBuffer words = at(range.from, range.to - range.from);
                for (int offset = -TYPE; offset <= words.capacity() - ENTRY_BYTES; offset += Long.BYTES) {
                    String name = nameOfEntry(words, offset);
                    if (name != null) {
                        int type = words.getInt(offset + TYPE);
                        long value = words.getLong(offset + VALUE);
                        found.put(
                                name,
                                type == TYPE_BOOL || type == TYPE_INT ? new Entry(type == TYPE_BOOL, value) : null);
                    }
                }
            }
        }
        return found;
    }

    /** Null unless it is an entry of the table, as far as its form tells. */
    private @Nullable String nameOfEntry(ByteBuffer words, int offset) {
        long type = words.getLong(offset + TYPE);
        Range holder = rangeOf(words.getLong(offset + VALUE));
        Range in = rangeOf(words.getLong(offset));
        if (type < 0
                || type > TYPE_LAST
                || holder == null
                || !holder.isWritable
                || in == null
                || in.isWritable
                || rangeOf(words.getLong(offset + DEFAULT)) == null) {
            return null;
        }
        long name = words.getLong(offset);
        ByteBuffer chars = at(name, Math.min(in.to - name, MAX_NAME));
        int length = 0;
        while (length < chars.capacity() && isNameCharacter(chars.get(length))) {
            length++;
        }
        if (length < 2 || length == chars.capacity() || chars.get(length) != 0) {
            return null;
        }
        byte[] bytes = new byte[length];
        chars.get(0, bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static boolean isNameCharacter(byte c) {
        return c == '_' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    }

    /** Sets a switch (0 or 1) or a number. V8 reads it when it next needs it. */
    public void set(Entry flag, int value) {
        if (flag.isSwitch) {
            at(flag.address, 1).put(0, (byte) value);
        } else {
            at(flag.address, Integer.BYTES).putInt(0, value);
        }
    }

    public long get(Flag flag) {
        return read(addresses[flag.ordinal()], flag.type);
    }

    /** For what V8 makes from now on: isolates, or regular expressions. */
    public void set(Flag flag, long value) {
        long address = addresses[flag.ordinal()];
        if (flag == Flag.FREEZE) {
            throw new IllegalArgumentException(flag + " is fixed");
        } else if (flag.type == TYPE_SIZE) {
            at(address, Long.BYTES).putLong(0, value);
        } else if (flag.type == TYPE_INT) {
            at(address, Integer.BYTES).putInt(0, Math.toIntExact(value));
        } else {
            at(address, 1).put(0, (byte) value);
        }
    }

    private long read(long address, int type) {
        return switch (type) {
            case TYPE_SIZE -> at(address, Long.BYTES).getLong(0);
            case TYPE_INT -> at(address, Integer.BYTES).getInt(0);
            default -> at(address, 1).get(0);
        };
    }

    private ByteBuffer at(long address, long bytes) {
        return memory.memory(address, Math.toIntExact(bytes));
    }
}
