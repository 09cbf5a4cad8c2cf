package dev.gyre.node.zlib;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.node.TestRuntime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZlibBindingTest {
    @ParameterizedTest
    @CsvSource({
        "gzip, gunzip",
        "deflate, inflate",
        "deflateRaw, inflateRaw",
        "brotliCompress, brotliDecompress",
        "zstdCompress, zstdDecompress"
    })
    void whatIsCompressedIsTheSameAfterwards(String compress, String decompress) {
        assertEquals(
                "true true",
                TestRuntime.valueOf("(async (zlib, { promisify }) => { const data = Buffer.from('abc'.repeat(9999));"
                        + " const packed = await promisify(zlib." + compress + ")(data);"
                        + " const back = await promisify(zlib." + decompress + ")(packed);"
                        + " return [packed.length < data.length, back.equals(data)].join(' ');"
                        + " })(require('zlib'), require('util'))"));
    }

    @Test
    void damagedDataIsAnErrorWithItsCode() {
        assertEquals(
                "Z_DATA_ERROR -3 incorrect header check",
                TestRuntime.valueOf("(() => { try { require('zlib').gunzipSync(Buffer.from('nothing')); }"
                        + " catch (e) { return [e.code, e.errno, e.message].join(' '); } })()"));
    }
}
