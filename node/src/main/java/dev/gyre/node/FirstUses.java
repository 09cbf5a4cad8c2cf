package dev.gyre.node;

import dev.gyre.engine.Engine;
import dev.gyre.io.libc.ScarceDescriptors;
import dev.gyre.io.openssl.OpenSslLibrary;
import dev.gyre.io.process.ProcessImage;
import java.net.InetAddress;

/**
 * What needs a descriptor when it is first used, opened while there are some: called when they become scarce. What can't
 * be opened even now reports that to whoever uses it first, and is tried again by the next use.
 */
final class FirstUses {
    private static final String[] CODECS = {"libgkl_compression.so", "libbrotli.so", "libzstd.so"};

    private FirstUses() {}

    /** Libraries are only mapped: their users look them up by the same names, and find them without opening a file. */
    static void openLibraries() {
        OpenSslLibrary.map();
        for (String codec : CODECS) {
            ScarceDescriptors.mapLibrary(Engine.libraryFolder().resolve(codec).toString());
        }
        ProcessImage.findArguments();
        InetAddress.getLoopbackAddress(); // its class reads the JDK's security settings, and would never try again
    }
}
