package dev.gyre.node.napi;

import dev.gyre.io.libc.NativeMemory;
import java.lang.foreign.Arena;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One add-on in one runtime: what it knows as its {@code napi_env}, which is the address of a block of memory.
 *
 * <pre>
 *   0  long  the number of the environment
 *   8  long  where the list of results is, for the JumpLibrary
 *  16        the napi_extended_error_info: message, reserved, code of the engine, status
 *  40        the napi_node_version: major, minor, patch, name of the release
 *  80  long  the thread it belongs to; 0 when its runtime is over
 *  88  long  the addresses of the block that JavaScript sees too, of the numbers and of the kinds of handles
 * 112  long  how many handles find room
 * 120  int   the last status
 * 124  int   how many scopes are open
 * </pre>
 *
 * <p>What follows the version is for {@link DirectFunctions} too.
 *
 * <p>The memory stays when the runtime is closed: threads of the add-on may still have the address.
 */
final class Environment {
    static final int ERROR_AT = 16;
    static final int VERSION_AT = 40;

    /** Of add-ons that want functions which are not yet decided upon. */
    static final int EXPERIMENTAL = Integer.MAX_VALUE;

    static final int THREAD_AT = 80;
    static final int BLOCK_AT = 88;
    static final int NUMBERS_AT = 96;
    static final int KINDS_AT = 104;
    static final int TABLE_SIZE_AT = 112;
    static final int LAST_STATUS_AT = 120;
    static final int OPEN_SCOPES_AT = 124;

    private static final int BYTES = 128;
    private static final Map<Long, Environment> ALL = new ConcurrentHashMap<>();
    private static final long[] MESSAGES = new long[1 + Status.MESSAGES.size()];

    /** The one that was asked for last. */
    private static volatile @Nullable Environment latest;

    final AddonHost host;
    final int number;
    final int version;
    final String file;
    final long address;
    private final NativeMemory block = NativeMemory.in(Arena.global(), BYTES);

    long instanceData;
    private long fileUrl;
    long externalBytes;

    Environment(AddonHost host, int number, int version, String file, int[] nodeVersion) {
        this.host = host;
        this.number = number;
        this.version = version;
        this.file = file;
        address = block.address();
        block.putLong(0, number);
        block.putLong(8, host.results().address());
        for (int i = 0; i < nodeVersion.length; i++) {
            block.putInt(VERSION_AT + i * Integer.BYTES, nodeVersion[i]);
        }
        block.putLong(VERSION_AT + 16, text("node"));
        ALL.put(address, this);
    }

    /** Where the memory is that both sides see. */
    void memory(long blockAddress, long table, int tableSize) {
        block.putLong(BLOCK_AT, blockAddress);
        block.putLong(NUMBERS_AT, table);
        block.putLong(KINDS_AT, table + (long) tableSize * Double.BYTES);
        block.putLong(TABLE_SIZE_AT, tableSize);
    }

    /** From now on, machine code answers what this thread asks, without Java. */
    void answerDirectly(long thread) {
        block.putLong(THREAD_AT, thread);
    }

    /** The environment at this address, or null where there is none. */
    static @Nullable Environment at(long address) {
        Environment found = latest;
        if (found == null || found.address != address) {
            found = ALL.get(address);
            latest = found;
        }
        return found;
    }

    /** The runtime is over: late calls find no environment. */
    void forget() {
        block.putLong(THREAD_AT, 0); // the memory of handles is the isolate's
        ALL.remove(address);
        latest = null;
    }

    /** A C string that stays. */
    static long text(String text) {
        return NativeMemory.string(Arena.global(), text).address();
    }

    /** The URL of its file, as a C string. */
    long fileUrl() {
        if (fileUrl == 0) {
            fileUrl = text(file);
        }
        return fileUrl;
    }

    /** Notes the status, which {@code napi_get_last_error_info} tells. */
    int status(int status) {
        block.putInt(LAST_STATUS_AT, status);
        return status;
    }

    int lastStatus() {
        return block.getInt(LAST_STATUS_AT);
    }

    int openScopes() {
        return block.getInt(OPEN_SCOPES_AT);
    }

    void openScopes(int count) {
        block.putInt(OPEN_SCOPES_AT, count);
    }

    /** Where the last error is described. */
    long lastError() {
        int status = lastStatus();
        block.putLong(ERROR_AT, status == Status.OK ? 0 : message(status));
        block.putInt(ERROR_AT + 16, 0);
        block.putInt(ERROR_AT + 20, status);
        return address + ERROR_AT;
    }

    private static synchronized long message(int status) {
        if (MESSAGES[status] == 0) {
            MESSAGES[status] = text(Status.MESSAGES.get(status - 1));
        }
        return MESSAGES[status];
    }
}
