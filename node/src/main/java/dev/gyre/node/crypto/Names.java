package dev.gyre.node.crypto;

import static dev.gyre.io.openssl.LibCrypto.call;

import dev.gyre.io.openssl.LibCrypto;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;

/** The names that OpenSSL knows: digests, ciphers, curves. */
final class Names {
    private static final int CURVE_BYTES = 16; // struct { int nid; const char *comment; }

    private Names() {}

    static List<Object> digests() {
        return collect("EVP_MD_do_all_sorted", name -> Digests.find(name) != 0);
    }

    static List<Object> ciphers() {
        return collect("EVP_CIPHER_do_all_sorted", name -> Ciphers.find(name) != 0);
    }

    /**
     * OpenSSL calls back with (object, from, to, argument): an alias has no object. Some of the names belong to
     * providers that are not loaded.
     */
    private static List<Object> collect(String function, Predicate<String> isUsable) {
        var names = new TreeSet<String>();
        try (var arena = Arena.ofConfined()) {
            var visit = MethodHandles.lookup()
                    .findStatic(
                            Names.class,
                            "visit",
                            MethodType.methodType(
                                    void.class, TreeSet.class, long.class, long.class, long.class, long.class))
                    .bindTo(names);
            MemorySegment stub = Linker.nativeLinker()
                    .upcallStub(
                            visit,
                            FunctionDescriptor.ofVoid(
                                    ValueLayout.JAVA_LONG,
                                    ValueLayout.JAVA_LONG,
                                    ValueLayout.JAVA_LONG,
                                    ValueLayout.JAVA_LONG),
                            arena);
            call(function, stub.address(), 0);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
        names.removeIf(isUsable.negate());
        return new ArrayList<>(names);
    }

    @SuppressWarnings({"unused", "NonApiType"}) // OpenSSL calls it, through a handle of exactly this type
    private static void visit(TreeSet<String> names, long object, long from, long to, long argument) {
        if (from != 0) {
            names.add(LibCrypto.string(from));
        }
    }

    static List<Object> curves() {
        int count = (int) call("EC_get_builtin_curves", 0, 0);
        var names = new ArrayList<>();
        try (var arena = Arena.ofConfined()) {
            long curves = arena.allocate((long) count * CURVE_BYTES, Long.BYTES).address();
            call("EC_get_builtin_curves", curves, count);
            for (int i = 0; i < count; i++) {
                names.add(LibCrypto.string(call("OBJ_nid2sn", LibCrypto.getInt(curves + (long) i * CURVE_BYTES))));
            }
        }
        return names;
    }
}
