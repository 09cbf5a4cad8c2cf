package dev.gyre.node.crypto;

import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import dev.gyre.node.openssl.OpenSslErrors;
import dev.gyre.node.openssl.Pointers;

/** The native half of {@code crypto}: OpenSSL's functions, one class per topic. */
public final class CryptoBinding implements Binding {
    private final Pointers pointers = new Pointers();

    public CryptoBinding(GyreRuntime runtime) {}

    @Override
    public String name() {
        return "crypto";
    }

    @Override
    public void register(Functions functions) {
        var f = new CryptoFunctions(functions);
        f.add("version", _ -> LibCrypto.shortVersion());
        f.add("versionNumber", _ -> (double) LibCrypto.call("OpenSSL_version_num"));
        f.add("fips", _ -> (int) LibCrypto.call("EVP_default_properties_is_fips_enabled", 0) == 1);
        f.add("setFips", args -> {
            OpenSslErrors.check(LibCrypto.call("EVP_default_properties_enable_fips", 0, args.bool(0) ? 1 : 0));
            return null;
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
    }

    @Override
    public void close() {
        pointers.freeAll();
    }
}
