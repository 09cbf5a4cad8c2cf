package dev.gyre.io.address;

import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.Libc.Function;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.SystemError;
import dev.gyre.io.libc.Utf8;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Names and addresses as the C library finds them: {@code /etc/hosts}, DNS, and whatever else the system was set up
 * with. Blocks, perhaps for many seconds. Refusals have libuv's EAI codes.
 */
public final class NameLookup {
    /** Which addresses come first. */
    public enum Order {
        VERBATIM,
        IPV4_FIRST,
        IPV6_FIRST
    }

    private static final int SOCK_STREAM = 1;
    private static final int EAI_SYSTEM = -11;
    private static final int NI_NAMEREQD = 8;
    private static final int MAX_HOST_BYTES = 1025;
    private static final int MAX_SERVICE_BYTES = 32;

    // struct addrinfo
    private static final int FLAGS = 0;
    private static final int FAMILY = 4;
    private static final int SOCKTYPE = 8;
    private static final int ADDRESS = 24;
    private static final int NEXT = 40;
    private static final int ADDRINFO_BYTES = 48;

    private NameLookup() {}

    /**
     * The addresses of a host.
     *
     * @param family 4, 6, or 0 for both
     * @param flags {@code AI_ADDRCONFIG} and the like
     */
    public static List<String> addresses(String host, int family, int flags, Order order) {
        try (Arena arena = Arena.ofConfined()) {
            NativeMemory hints = NativeMemory.in(arena, ADDRINFO_BYTES);
            hints.putInt(FLAGS, flags);
            hints.putInt(
                    FAMILY,
                    switch (family) {
                        case 4 -> Endpoint.AF_INET;
                        case 6 -> Endpoint.AF_INET6;
                        default -> Endpoint.AF_UNSPEC;
                    });
            hints.putInt(SOCKTYPE, SOCK_STREAM);
            NativeMemory name = NativeMemory.string(arena, host);
            NativeMemory result = NativeMemory.in(arena, Long.BYTES);
            int status = Libc.callStatus(Function.GETADDRINFO, name.address(), 0, hints.address(), result.address());
            if (status != 0) {
                throw refusal(status, "getaddrinfo");
            }
            long list = result.getLong(0);
            try {
                return sorted(list, order);
            } finally {
                Libc.callStatus(Function.FREEADDRINFO, list, 0, 0, 0);
            }
        }
    }

    private static List<String> sorted(long list, Order order) {
        var v4 = new ArrayList<String>();
        var v6 = new ArrayList<String>();
        var all = new ArrayList<String>();
        NativeMemory info;
        for (long at = list; at != 0; at = info.getLong(NEXT)) {
            info = NativeMemory.at(at, ADDRINFO_BYTES);
            int family = info.getInt(FAMILY);
            if (family != Endpoint.AF_INET && family != Endpoint.AF_INET6) {
                continue;
            }
            String text = Endpoint.addressText(NativeMemory.at(info.getLong(ADDRESS), Endpoint.BYTES));
            (family == Endpoint.AF_INET ? v4 : v6).add(text);
            all.add(text);
        }
        if (all.isEmpty()) {
            throw new SystemError(Errno.EAI_NODATA, "getaddrinfo", null, null);
        }
        switch (order) {
            case VERBATIM -> {}
            case IPV4_FIRST -> {
                v4.addAll(v6);
                return v4;
            }
            case IPV6_FIRST -> {
                v6.addAll(v4);
                return v6;
            }
        }
        return all;
    }

    /** The names of a host and of a service on it, by address and port in the form of {@link Endpoint}. */
    public static List<String> names(ByteBuffer endpoint) {
        try (Arena arena = Arena.ofConfined()) {
            NativeMemory sockaddr = NativeMemory.in(arena, Endpoint.BYTES);
            int length = Endpoint.store(endpoint, sockaddr);
            NativeMemory host = NativeMemory.in(arena, MAX_HOST_BYTES);
            NativeMemory service = NativeMemory.in(arena, MAX_SERVICE_BYTES);
            int status = Libc.callSeven(
                    Function.GETNAMEINFO,
                    sockaddr.address(),
                    length,
                    host.address(),
                    MAX_HOST_BYTES,
                    service.address(),
                    MAX_SERVICE_BYTES,
                    NI_NAMEREQD);
            if (status != 0) {
                throw refusal(status, "getnameinfo");
            }
            return List.of(Utf8.decode(host.stringBytes(0)), Utf8.decode(service.stringBytes(0)));
        }
    }

    /** glibc's EAI numbers are its own; programs see libuv's. */
    private static SystemError refusal(int status, String syscall) {
        if (status == EAI_SYSTEM) {
            return new SystemError(Libc.errno(), syscall, null, null);
        }
        Errno errno = switch (status) {
            case -1 -> Errno.EAI_BADFLAGS;
            case -2 -> Errno.EAI_NONAME;
            case -3 -> Errno.EAI_AGAIN;
            case -4 -> Errno.EAI_FAIL;
            case -5 -> Errno.EAI_NODATA;
            case -6 -> Errno.EAI_FAMILY;
            case -7 -> Errno.EAI_SOCKTYPE;
            case -8 -> Errno.EAI_SERVICE;
            case -9 -> Errno.EAI_ADDRFAMILY;
            case -10 -> Errno.EAI_MEMORY;
            case -12 -> Errno.EAI_OVERFLOW;
            case -101 -> Errno.EAI_CANCELED;
            default -> Errno.EAI_FAIL;
        };
        return new SystemError(errno, syscall, null, null);
    }
}
