package dev.gyre.node.crypto;

import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import dev.gyre.node.openssl.OpenSslErrors;
import dev.gyre.node.openssl.Pointers;
import dev.gyre.node.worker_threads.Attachments;

/** The native half of {@code crypto}: OpenSSL's functions, one class per topic. */
public final class CryptoBinding implements Binding {
    private final Pointers pointers = new Pointers();

    private final GyreRuntime runtime;

    public CryptoBinding(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String name() {
        return "crypto";
    }

    @Override
    public void register(Functions functions) {
        var f = new CryptoFunctions(functions);
        f.add("startSecureHeap", _ -> {
            SecureHeap.start(runtime.options().options());
            return null;
        });
        f.add("secureHeap", _ -> SecureHeap.state(runtime.options().options()));
        f.add("version", _ -> LibCrypto.shortVersion());
        f.add("versionNumber", _ -> (double) LibCrypto.call("OpenSSL_version_num"));
        f.add("fips", _ -> (int) LibCrypto.call("EVP_default_properties_is_fips_enabled", 0) == 1);
        f.add("setFips", args -> {
            OpenSslErrors.check(LibCrypto.call("EVP_default_properties_enable_fips", 0, args.bool(0) ? 1 : 0));
            return null;
        });
        f.add("attachKey", args -> {
            runtime.shared(Attachments.class).attach(pointers.send(args.integer(0), "EVP_PKEY_up_ref"));
            return null;
        });
        f.add("takeKey", args -> {
            Pointers.Sent key = runtime.shared(Attachments.class).take(args.integer(0), Pointers.Sent.class);
            return pointers.receive(key);
        });
        new HashFunctions(pointers).register(f);
        new RandomFunctions().register(f);
        new KdfFunctions().register(f);
        new KeyFunctions(pointers).register(f);
        new SignFunctions(pointers).register(f);
        new CipherFunctions().register(f);
        new AgreementFunctions(pointers).register(f);
        new CertificateFunctions(pointers).register(f);
        new KemFunctions(pointers).register(f);
        new KeccakFunctions().register(f);
        new MacFunctions(pointers).register(f);
        new Pkcs12Functions(pointers).register(f);
    }

    @Override
    public void close() {
        pointers.freeAll();
    }
}
