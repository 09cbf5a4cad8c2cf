package dev.gyre.io.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.io.libc.Descriptors;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Posix;
import dev.gyre.io.stream.StandardStream.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandardStreamTest {
    @TempDir
    Path folder;

    private static void isOfKind(Kind kind, int fd) {
        assertEquals(kind, StandardStream.kindByStatus(fd));
        assertEquals(kind, StandardStream.kindByAttributes(fd));
        Posix.close(fd);
    }

    @Test
    void bothWaysToAskForTheKindOfADescriptorAgree() throws IOException {
        Path file = Files.writeString(folder.resolve("f"), "text");
        isOfKind(Kind.FILE, Posix.open(NativePath.of(file.toString()), Posix.O_RDONLY, 0));
        isOfKind(Kind.UNKNOWN, Posix.open(NativePath.of(folder.toString()), Posix.O_RDONLY, 0));
        isOfKind(Kind.FILE, Posix.open(NativePath.of("/dev/null"), Posix.O_RDONLY, 0));
        for (int end : Posix.pipe(0)) {
            isOfKind(Kind.PIPE, end);
        }
        for (int socket : Descriptors.socketpair()) {
            isOfKind(Kind.PIPE, socket);
        }
        if (Files.exists(Path.of("/dev/ptmx"))) {
            isOfKind(Kind.TTY, Posix.open(NativePath.of("/dev/ptmx"), Posix.O_RDONLY, 0));
        }
    }

    @Test
    void aClosedDescriptorIsInvalid() {
        assertEquals(Kind.INVALID, StandardStream.kindByStatus(1_000_000));
        assertEquals(Kind.INVALID, StandardStream.kindByAttributes(1_000_000));
    }
}
