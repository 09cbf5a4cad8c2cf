package dev.gyre.io.process;

import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.Libc.Function;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.SystemError;
import java.lang.foreign.Arena;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the user database, which may be a file or a directory service: only the C library knows. Names are bytes,
 * since nothing says in which encoding they are.
 *
 * @param name null where the entry has none, as home and shell
 */
public record UserAccount(int uid, int gid, byte @Nullable [] name, byte @Nullable [] home, byte @Nullable [] shell) {
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
                NativeMemory entry = NativeMemory.in(arena, PASSWD_BYTES);
                NativeMemory room = NativeMemory.in(arena, roomBytes);
                NativeMemory found = NativeMemory.in(arena, Long.BYTES);
                int error = Libc.callInt(
                        Function.GETPWUID_R, uid, entry.address(), room.address(), roomBytes, found.address(), 0);
                if (error == ERANGE && roomBytes < MAX_ROOM_BYTES) {
                    continue;
                }
                if (error != 0) {
                    throw new SystemError(-error, "uv_os_get_passwd", null, null);
                }
                if (found.getLong(0) == 0) {
                    throw new SystemError(Errno.ENOENT, "uv_os_get_passwd", null, null);
                }
                return new UserAccount(
                        entry.getInt(UID_AT),
                        entry.getInt(GID_AT),
                        text(entry, NAME_AT, room),
                        text(entry, HOME_AT, room),
                        text(entry, SHELL_AT, room));
            }
        }
    }

    /** All texts stand in the room that was given. */
    private static byte @Nullable [] text(NativeMemory entry, int at, NativeMemory room) {
        long address = entry.getLong(at);
        return address == 0 ? null : room.stringBytes((int) (address - room.address()));
    }
}
