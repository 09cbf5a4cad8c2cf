package dev.gyre.io.call;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A shared library in the ELF format for x86_64, written by Java: neither the build nor a binary in the repository needs a C
 * compiler. The layout follows from the names alone, so that the code can be made after it.
 *
 * <pre>
 *   readable and executable: ELF header, program headers, dynamic symbols, their hash table, relocations, names,
 *           machine code, to the end of a page
 *   written by the dynamic linker and then read-only: dynamic section, addresses of the imported functions
 *   writable, from the next page on: memory of the library's own, all zeros, if it wants any
 * </pre>
 */
final class ElfLibrary {
    private static final int PAGE = 4096;
    private static final int HEADER_BYTES = 64;
    private static final int PROGRAM_HEADER_BYTES = 56;
    private static final int PROGRAM_HEADERS = 5;
    private static final int SYMBOL_BYTES = 24;
    private static final int RELOCATION_BYTES = 24;
    private static final int DYNAMIC_BYTES = 11 * 16;
    private static final int CODE_ALIGNMENT = 16;

    private static final int READ = 4;
    private static final int WRITE = 2;
    private static final int EXECUTE = 1;

    private final List<String> imports;
    private final List<String> exports;
    private final StringBuilder names = new StringBuilder("\0");
    private final int symbols; // the first is empty
    private final int hashAt;
    private final int relocationsAt;
    private final int namesAt;
    private final int libraryName;
    private final int codeAt;
    private final int dataAt;
    private final ByteBuffer file;

    /**
     * @param library the library that has the imports
     * @param maxCodeBytes how much code there may be
     */
    ElfLibrary(String library, List<String> imports, List<String> exports, int maxCodeBytes) {
        this(library, imports, exports, maxCodeBytes, 0);
    }

    /** @param writableBytes how much memory of its own the library has: see {@link #writableAt} */
    ElfLibrary(String library, List<String> imports, List<String> exports, int maxCodeBytes, int writableBytes) {
        this.imports = imports;
        this.exports = exports;
        symbols = 1 + imports.size() + exports.size();
        hashAt = HEADER_BYTES + PROGRAM_HEADERS * PROGRAM_HEADER_BYTES + symbols * SYMBOL_BYTES;
        relocationsAt = aligned(hashAt + (2 + 2 * symbols) * Integer.BYTES, Long.BYTES);
        namesAt = relocationsAt + imports.size() * RELOCATION_BYTES;
        libraryName = name(library);
        imports.forEach(this::name);
        exports.forEach(this::name);
        codeAt = aligned(namesAt + names.length(), CODE_ALIGNMENT);
        dataAt = aligned(codeAt + maxCodeBytes, PAGE);
        int bytes = writableBytes == 0 ? addressAt(imports.size()) : dataAt + PAGE + writableBytes;
        file = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int aligned(int at, int alignment) {
        return (at + alignment - 1) / alignment * alignment;
    }

    private int name(String text) {
        int at = names.length();
        names.append(text).append('\0');
        return at;
    }

    /** Where the code begins, in the file and in memory. */
    int codeAt() {
        return codeAt;
    }

    /** Where the address of an imported function lies. */
    int addressAt(int imported) {
        return dataAt + DYNAMIC_BYTES + imported * Long.BYTES;
    }

    /** Where the library's own memory lies. */
    int writableAt() {
        return dataAt + PAGE;
    }

    /** The file, at the position where the code goes. */
    ByteBuffer code() {
        return file.position(codeAt);
    }

    /** @param code where each exported function begins, and where the last one ends */
    byte[] bytes(int[] code) {
        if (code[exports.size()] > dataAt) {
            throw new IllegalStateException("the code reaches into the data");
        }
        putHeader();
        putProgramHeaders();
        putSymbols(code);
        putHash();
        putRelocations();
        file.put(namesAt, names.toString().getBytes(StandardCharsets.US_ASCII));
        putDynamicSection();
        return file.array();
    }

    private void putHeader() {
        file.position(0);
        file.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0}); // 64 bits, little-endian
        file.putShort((short) 3).putShort((short) 62).putInt(1); // a shared object for x86_64
        file.putLong(0).putLong(HEADER_BYTES).putLong(0).putInt(0); // entry, program headers, section headers, flags
        file.putShort((short) HEADER_BYTES)
                .putShort((short) PROGRAM_HEADER_BYTES)
                .putShort((short) PROGRAM_HEADERS);
        file.putShort((short) 0).putShort((short) 0).putShort((short) 0); // no sections
    }

    private void putProgramHeaders() {
        putProgramHeader(1, READ | EXECUTE, 0, dataAt, PAGE); // PT_LOAD
        putProgramHeader(1, READ | WRITE, dataAt, file.capacity() - dataAt, PAGE);
        putProgramHeader(2, READ | WRITE, dataAt, DYNAMIC_BYTES, Long.BYTES); // PT_DYNAMIC
        putProgramHeader(0x6474e551, READ | WRITE, 0, 0, 16); // PT_GNU_STACK: stacks need not be executable
        putProgramHeader(0x6474e552, READ, dataAt, PAGE, 1); // PT_GNU_RELRO: whole pages that become read-only
    }

    private void putProgramHeader(int type, int flags, int at, int bytes, int alignment) {
        // Where the file has it, and where it lies in memory (virtual, physical); its size in both.
        file.putInt(type).putInt(flags).putLong(at).putLong(at).putLong(at);
        file.putLong(bytes).putLong(bytes).putLong(alignment);
    }

    private void putSymbols(int[] code) {
        int nameAt = names.indexOf("\0", libraryName) + 1; // in the order in which the names were added
        file.position(HEADER_BYTES + PROGRAM_HEADERS * PROGRAM_HEADER_BYTES + SYMBOL_BYTES);
        for (String name : imports) {
            putSymbol(nameAt, 0, 0, 0);
            nameAt += name.length() + 1;
        }
        for (int i = 0; i < exports.size(); i++) {
            putSymbol(nameAt, 1, code[i], code[i + 1] - code[i]);
            nameAt += exports.get(i).length() + 1;
        }
    }

    private void putSymbol(int name, int section, int address, int bytes) {
        int globalFunction = 0x12;
        file.putInt(name).put((byte) globalFunction).put((byte) 0).putShort((short) section);
        file.putLong(address).putLong(bytes);
    }

    /**
     * As many buckets as symbols: a library for everybody is asked for every name that one loaded later needs, and a long
     * list would be compared with each.
     */
    private void putHash() {
        int[] buckets = new int[symbols];
        int[] next = new int[symbols];
        int symbol = 1;
        for (List<String> some : List.of(imports, exports)) {
            for (String name : some) {
                int bucket = hash(name) % symbols;
                next[symbol] = buckets[bucket];
                buckets[bucket] = symbol++;
            }
        }
        file.position(hashAt);
        file.putInt(symbols).putInt(symbols);
        for (int first : buckets) {
            file.putInt(first);
        }
        for (int other : next) {
            file.putInt(other);
        }
    }

    /** The function of names that the ELF format prescribes. */
    private static int hash(String name) {
        int hash = 0;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash << 4) + name.charAt(i);
            int high = hash & 0xf0000000;
            hash = (hash ^ high >>> 24) & ~high;
        }
        return hash;
    }

    /** The dynamic linker stores the addresses of the imported functions. */
    private void putRelocations() {
        file.position(relocationsAt);
        for (int i = 0; i < imports.size(); i++) {
            long globalData = 6;
            file.putLong(addressAt(i)).putLong((i + 1L) << 32 | globalData).putLong(0);
        }
    }

    private void putDynamicSection() {
        file.position(dataAt);
        file.putLong(1).putLong(libraryName); // DT_NEEDED
        file.putLong(4).putLong(hashAt); // DT_HASH
        file.putLong(5).putLong(namesAt); // DT_STRTAB
        file.putLong(10).putLong(names.length()); // DT_STRSZ
        file.putLong(6).putLong(HEADER_BYTES + PROGRAM_HEADERS * PROGRAM_HEADER_BYTES); // DT_SYMTAB
        file.putLong(11).putLong(SYMBOL_BYTES); // DT_SYMENT
        file.putLong(7).putLong(relocationsAt); // DT_RELA
        file.putLong(8).putLong((long) imports.size() * RELOCATION_BYTES); // DT_RELASZ
        file.putLong(9).putLong(RELOCATION_BYTES); // DT_RELAENT
        file.putLong(30).putLong(8); // DT_FLAGS: DF_BIND_NOW
        file.putLong(0).putLong(0);
    }
}
