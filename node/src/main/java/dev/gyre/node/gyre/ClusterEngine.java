package dev.gyre.node.gyre;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Membership, failure detection, and messages between processes. Between two members that see each other, messages arrive once
 * and in order; a member that is gone is told as such, and what was on its way to it is lost.
 */
public interface ClusterEngine {
    /**
     * @param name what others know the member by
     * @param host the address to listen at
     * @param port 0 for any
     * @param join {@code host:port} of members, one of which has to be reached; may be empty for a first member
     * @param tls the folder with ca.pem, cert.pem and key.pem; null for no encryption
     */
    record Settings(
            String name,
            String host,
            int port,
            List<String> join,
            @Nullable Path tls) {}

    /** A member as this process knows it. The number is this process's own, and never used for another. */
    record Peer(int number, String name, String address) {}

    /** Called by threads of the engine. */
    interface Listener {
        /**
         * @param self this member's number
         * @param isMerged whether parts of the cluster that had lost sight of each other are one again
         */
        void members(int self, List<Peer> peers, boolean isMerged);

        /** Why another process and this one can't be members of one cluster, as a line to be shown: a matter of certificates. */
        void obstacle(String reason);

        void received(int from, byte[] bytes, int offset, int length);
    }

    /** Joins, and returns when it has. */
    Connection join(Settings settings, Listener listener) throws IOException;

    /** Makes an authority, and a certificate for a node, in a folder: ca.pem, ca-key.pem, cert.pem, key.pem. */
    void makeCertificates(Path folder, List<String> hosts) throws IOException;

    /** A joined member. */
    interface Connection {
        /** Where it listens: {@code host:port}. */
        String address();

        /** Members, and what they send, are told from now on. */
        void begin();

        /** Any thread; does not wait for the receiver. A member that is gone gets nothing. */
        void send(int to, byte[] bytes);

        /** Called now and then: addresses behind names may have changed. */
        void refresh();

        /** Leaves, so that others need not find out. */
        void close();
    }
}
