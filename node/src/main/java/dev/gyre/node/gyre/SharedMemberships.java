package dev.gyre.node.gyre;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The memberships of a process by number, so that its workers can send by them. Any thread. */
final class SharedMemberships {
    private final Map<Integer, ClusterThread> byToken = new ConcurrentHashMap<>();
    private final Map<ClusterThread, Integer> tokens = new ConcurrentHashMap<>();
    private final AtomicInteger last = new AtomicInteger();

    int tokenOf(ClusterThread membership) {
        return tokens.computeIfAbsent(membership, _ -> {
            int token = last.incrementAndGet();
            byToken.put(token, membership);
            return token;
        });
    }

    /** Sends nothing by one that has been left. */
    void send(int token, int to, byte[] bytes) {
        ClusterThread membership = byToken.get(token);
        if (membership != null) {
            membership.send(to, bytes);
        }
    }

    void forget(ClusterThread membership) {
        Integer token = tokens.remove(membership);
        if (token != null) {
            byToken.remove(token);
        }
    }
}
