package dev.gyre.io.libc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ErrnoTest {
    @Test
    void namesAndExplainsSystemErrors() {
        assertEquals("ENOENT", Errno.nameOf(-2));
        assertEquals("no such file or directory", Errno.messageOf(-2));
    }

    @Test
    void namesErrorsThatHaveNoErrno() {
        assertEquals("EOF", Errno.nameOf(-4095));
        assertEquals("temporary failure", Errno.messageOf(-3001));
    }

    @Test
    void namesUnknownNumbersAsLibuvDoes() {
        assertEquals("Unknown system error -122", Errno.nameOf(-122));
        assertEquals("Unknown system error -9999", Errno.messageOf(-9999));
    }

    @Test
    void systemErrorReadsLikeNodes() {
        var error = new SystemError("ENOENT", "rename", "a", "b");
        assertEquals("ENOENT: no such file or directory, rename 'a' -> 'b'", error.getMessage());
        assertEquals(-2, error.errno());
        assertEquals("EBADF: bad file descriptor, close", new SystemError(-9, "close", null, null).getMessage());
    }
}
