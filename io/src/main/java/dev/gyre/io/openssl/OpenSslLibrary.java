package dev.gyre.io.openssl;

import dev.gyre.io.call.ForeignCalls;
import dev.gyre.io.call.StandInLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Which OpenSSL there is. The image has one of its own: CPython's {@code _ssl} module, which contains all of libcrypto and
 * libssl and exports their functions (docs/decisions/crypto-providers.md). The names that it takes from Python are defined by
 * a stand-in; nothing that uses them is called. Without it the system's library is used. {@code GYRE_LIBCRYPTO} names
 * another build of OpenSSL 3.
 */
public final class OpenSslLibrary {
    private static final String OWN = "libopenssl.so";
    private static final String STAND_IN = "libopenssl-host.so";
    private static final String OF_SYSTEM = "libcrypto.so.3";

    private OpenSslLibrary() {}

    /** Writes what {@link #OWN} needs beside it, when the image is built. */
    public static void prepare(Path folder) throws IOException {
        StandInLibrary.write(
                folder.resolve(OWN), name -> name.startsWith("Py") || name.startsWith("_Py"), folder.resolve(STAND_IN));
    }

    /** Maps the library, so that its first use needs no descriptor. One that is missing is reported by its user. */
    public static void map() {
        handle();
    }

    /** Its handle for {@link ForeignCalls#addressIn}. */
    static long open() {
        long handle = handle();
        if (handle == 0) {
            String named = System.getenv("GYRE_LIBCRYPTO");
            throw new OpenSslMissing(
                    "ERR_NO_CRYPTO",
                    "node:crypto needs OpenSSL 3, and " + (named == null ? OF_SYSTEM : named)
                            + " can't be loaded: install OpenSSL (libssl3), or name the library in GYRE_LIBCRYPTO");
        }
        return handle;
    }

    private static long handle() {
        String named = System.getenv("GYRE_LIBCRYPTO");
        if (named != null) {
            return ForeignCalls.openLibrary(named);
        }
        long own = own(ForeignCalls.libraryFolder());
        return own != 0 ? own : ForeignCalls.openLibrary(OF_SYSTEM);
    }

    private static long own(@Nullable Path folder) {
        if (folder == null || !Files.exists(folder.resolve(OWN))) {
            return 0;
        }
        ForeignCalls.openLibraryForOthers(folder.resolve(STAND_IN).toString());
        return ForeignCalls.openLibrary(folder.resolve(OWN).toString());
    }
}
