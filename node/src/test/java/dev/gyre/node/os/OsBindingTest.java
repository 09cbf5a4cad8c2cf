package dev.gyre.node.os;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.node.TestRuntime;
import org.junit.jupiter.api.Test;

class OsBindingTest {
    @Test
    void factsOfTheMachineHaveTheirForms() {
        assertEquals(
                "Linux linux LE string true true true",
                TestRuntime.valueOf("(({ type, platform, endianness, hostname, totalmem, freemem, cpus, uptime }) =>"
                        + " [type(), platform(), endianness(), typeof hostname(), totalmem() > freemem(),"
                        + " cpus().length > 0, uptime() > 0].join(' '))(require('os'))"));
    }

    @Test
    void loopbackIsAmongTheInterfaces() {
        assertEquals(
                "true",
                TestRuntime.valueOf("Object.values(require('os').networkInterfaces()).flat()"
                        + ".some((one) => one.internal && one.address === '127.0.0.1')"));
    }
}
