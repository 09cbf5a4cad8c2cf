package dev.gyre.node.inspector;

import org.jspecify.annotations.Nullable;

/**
 * An event of one of Node's domains.
 *
 * @param text the whole message for clients
 * @param request the number of the request that it is about; empty if it is about none
 * @param detail what {@link NetworkDomain} has to know beside the message
 */
record OwnEvent(
        String method,
        String text,
        String request,
        @Nullable String detail) {}
