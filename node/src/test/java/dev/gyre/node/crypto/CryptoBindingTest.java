package dev.gyre.node.crypto;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.node.TestRuntime;
import org.junit.jupiter.api.Test;

class CryptoBindingTest {
    @Test
    void digestOfNothingIsTheKnownOne() {
        assertEquals(
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                TestRuntime.valueOf("require('crypto').createHash('sha256').digest('hex')"));
    }

    @Test
    void signatureOfANewKeyIsVerifiedAndAForgedOneIsNot() {
        assertEquals(
                "true false",
                TestRuntime.valueOf(
                        "(({ generateKeyPairSync, sign, verify }) => {"
                                + " const { publicKey, privateKey } = generateKeyPairSync('ed25519');"
                                + " const signature = sign(null, Buffer.from('text'), privateKey);"
                                + " return [verify(null, Buffer.from('text'), publicKey, signature),"
                                + " verify(null, Buffer.from('other'), publicKey, signature)].join(' '); })(require('crypto'))"));
    }

    @Test
    void authenticatedCipherRefusesAChangedText() {
        assertEquals(
                "text refused",
                TestRuntime.valueOf("((c) => { const key = Buffer.alloc(32, 1); const iv = Buffer.alloc(12, 2);"
                        + " const e = c.createCipheriv('aes-256-gcm', key, iv);"
                        + " const sealed = Buffer.concat([e.update('text'), e.final()]);"
                        + " const open = (bytes) => { const d = c.createDecipheriv('aes-256-gcm', key, iv);"
                        + " d.setAuthTag(e.getAuthTag()); return d.update(bytes, undefined, 'utf8') + d.final('utf8'); };"
                        + " const good = open(sealed); sealed[0] ^= 1;"
                        + " try { open(sealed); } catch { return good + ' refused'; } })(require('crypto'))"));
    }
}
