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
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;

/** The names that OpenSSL knows: digests, ciphers, curves. */
final class Names {
    private static final int CURVE_BYTES = 16; // struct { int nid; const char *comment; }

    private Names() {}

    /** What OpenSSL calls back with: its first two arguments. */
    private interface Visitor {
        @SuppressWarnings("UnusedMethod") // OpenSSL calls it, through a handle
        void visit(long first, long second);
    }

    /** Node lists the old names, and those of the providers in small letters. */
    static List<Object> digests() {
        var names = new TreeSet<String>();
        forEach(addOldName(names), visitor -> call("EVP_MD_do_all_sorted", visitor, 0));
        addProvidedNames(names, "EVP_MD");
        names.removeIf(name -> Digests.find(name) == 0);
        return new ArrayList<>(names);
    }

    static List<Object> ciphers() {
        var names = new TreeSet<String>();
        forEach(addOldName(names), visitor -> call("EVP_CIPHER_do_all_sorted", visitor, 0));
        addProvidedNames(names, "EVP_CIPHER");
        names.removeIf(name -> Ciphers.find(name) == 0);
        return new ArrayList<>(names);
    }

    static List<Object> macs() {
        var names = new TreeSet<String>();
        addProvidedNames(names, "EVP_MAC");
        return new ArrayList<>(names);
    }

    private static void addProvidedNames(Set<String> names, String kind) {
        Visitor add = (name, _) -> addProvidedName(names, name);
        forEach(
                (object, _) -> forEach(add, visitor -> call(kind + "_names_do_all", object, visitor, 0)),
                visitor -> call(kind + "_do_all_provided", 0, visitor, 0));
    }

    /**
     * OpenSSL calls back with (object, from, to, argument): an alias has no object. Some of the names belong to
     * providers that are not loaded.
     */
    private static Visitor addOldName(Set<String> names) {
        return (_, name) -> {
            if (name != 0) {
                names.add(LibCrypto.string(name));
            }
        };
    }

    /** Node leaves out the names that are numbers of the ASN.1 registry, and the digest that computes nothing. */
    private static void addProvidedName(Set<String> names, long address) {
        String name = Objects.requireNonNull(LibCrypto.string(address));
        if (!Character.isDigit(name.charAt(0)) && !name.equals("NULL")) {
            names.add(name.toLowerCase(Locale.ROOT));
        }
    }

    /** Calls OpenSSL with the address of a function, which hands what it gets to the visitor. */
    private static void forEach(Visitor visitor, LongConsumer call) {
        try (var arena = Arena.ofConfined()) {
            var visit = MethodHandles.lookup()
                    .findVirtual(Visitor.class, "visit", MethodType.methodType(void.class, long.class, long.class))
                    .bindTo(visitor);
            MemorySegment stub = Linker.nativeLinker()
                    .upcallStub(visit, FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG), arena);
            call.accept(stub.address());
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
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
