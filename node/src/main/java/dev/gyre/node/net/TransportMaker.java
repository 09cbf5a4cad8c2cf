package dev.gyre.node.net;

import dev.gyre.io.stream.ByteStream;
import dev.gyre.io.stream.Transport;

/**
 * Puts a transport on a stream. A runtime that shares one ({@link dev.gyre.node.GyreRuntime#share}) before JavaScript runs
 * has it put on every connection: the tests show by it that nothing in net or http knows its transport.
 */
@FunctionalInterface
public interface TransportMaker {
    Transport on(ByteStream stream);
}
