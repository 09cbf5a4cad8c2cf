package dev.gyre.io.call;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * Writes a library that defines names which another library takes from its host program. The other one can then be loaded
 * without that program, for what it has besides: whoever calls a name that is defined here is ended by an illegal
 * instruction, so none of the functions that use them may be called.
 */
public final class StandInLibrary {
    private StandInLibrary() {}

    /**
     * @param library the ELF file that leaves names open
     * @param isStandIn which of these names are defined by the stand-in
     * @param file what is written
     */
    public static void write(Path library, Predicate<String> isStandIn, Path file) throws IOException {
        List<String> names =
                DynamicSymbols.undefined(library).stream().filter(isStandIn).toList();
        var standIn = new ElfLibrary("libc.so.6", List.of(), names, 2);
        standIn.code().put((byte) 0x0f).put((byte) 0x0b); // ud2
        int[] code = new int[names.size() + 1];
        Arrays.fill(code, standIn.codeAt());
        Files.write(file, standIn.bytes(code));
    }
}
