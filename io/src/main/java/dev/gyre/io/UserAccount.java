package dev.gyre.io;

import dev.gyre.io.Libc.Function;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * An entry of the user database, which may be a file or a directory service: only the C library knows. Names are bytes,
 * since nothing says in which encoding they are.
 *
 * @param shell null where the entry has none
 */
public record UserAccount(int uid, int gid, byte[] name, byte[] home, byte[] shell) {
    private static final int ERANGE = 34;
    private static final int FIRST_ROOM_BYTES = 2048;
    private static final int MAX_ROOM_BYTES = 1 << 20;

    // struct passwd on 64-bit Linux: name, password, uid, gid, gecos, home, shell
    private static final int PASSWD_BYTES = 48;
    private static final int NAME_AT = 0;
    private static final int UID_AT = 16;
    private static final int GID_AT = 20;
    private static final int HOME_AT = 32;
    private static final int SHELL_AT = 40;

    /** The account of that number. */
    public static UserAccount of(int uid) {
        for (int roomBytes = FIRST_ROOM_BYTES; ; roomBytes *= 2) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment entry = arena.allocate(PASSWD_BYTES, Long.BYTES);
                MemorySegment room = arena.allocate(roomBytes);
                MemorySegment found = arena.allocate(ValueLayout.ADDRESS);
                int error = Libc.callInt(
                        Function.GETPWUID_R, uid, entry.address(), room.address(), roomBytes, found.address(), 0);
                if (error == ERANGE && roomBytes < MAX_ROOM_BYTES) {
                    continue;
                }
                if (error != 0) {
                    throw new SystemError(-error, "uv_os_get_passwd", null, null);
                }
                if (found.get(ValueLayout.JAVA_LONG, 0) == 0) {
                    throw new SystemError(Errno.ENOENT, "uv_os_get_passwd", null, null);
                }
                return new UserAccount(
                        entry.get(ValueLayout.JAVA_INT, UID_AT),
                        entry.get(ValueLayout.JAVA_INT, GID_AT),
                        text(entry, NAME_AT),
                        text(entry, HOME_AT),
                        text(entry, SHELL_AT));
            }
        }
    }

    private static byte[] text(MemorySegment entry, int at) {
        long address = entry.get(ValueLayout.JAVA_LONG, at);
        if (address == 0) {
            return null;
        }
        long end = address;
        while (Libc.MEMORY.get(ValueLayout.JAVA_BYTE, end) != 0) {
            end++;
        }
        return Libc.MEMORY.asSlice(address, end - address).toArray(ValueLayout.JAVA_BYTE);
    }
}
