package dev.gyre.distributed;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jgroups.Address;
import org.jgroups.PhysicalAddress;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.blocks.cs.TcpServer;
import org.jgroups.util.SocketFactory;
import org.jgroups.util.ThreadFactory;
import org.jgroups.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a member. JGroups keeps one for each address, and closes others. What had been written to these is lost, and is
 * sent again half a second later or more. That happens where two members connect to each other at the same time, as they do when one
 * comes back whom the others are looking for; and where a member connects that is in no view yet, when the next view comes. So here
 * the newest connection is the one to send by, all are read until the other side ends them, and a view closes only those by which
 * nothing has come for a while.
 */
final class MemberServer extends TcpServer {
    /** Members that are alive send more often than that. */
    private static final long QUIET_MS = 2000;

    private final Set<Connection> older = ConcurrentHashMap.newKeySet();

    MemberServer(ThreadFactory threads, SocketFactory sockets, InetAddress host, int port, int bufferBytes)
            throws Exception {
        super(threads, sockets, host, port, port, null, 0, 0);
        setBufferedInputStreamSize(bufferBytes)
                .setBufferedOutputStreamSize(bufferBytes)
                .usePeerConnections(true);
        setLogAcceptError(false);
        connExpireTimeout(QUIET_MS);
    }

    /** Waits for no lock, because a thread that connects to the same address has it for as long as that takes. */
    @Override
    public void handleIncomingConnection(Address from, Connection connection) throws Exception {
        notifyConnectionEstablished(connection);
        connection.start();
        replaceConnection(from, connection);
    }

    @Override
    public void replaceConnection(Address address, Connection connection) {
        conns.compute(address, (_, previous) -> {
            if (previous != null && !previous.equals(connection)) {
                older.add(previous);
            }
            return connection;
        });
    }

    /** By the thread that has read it to its end. */
    @Override
    public void connectionClosed(Connection connection) {
        forget(connection.peerAddress(), connection);
        end(connection);
    }

    @Override
    public void removeConnectionIfPresent(@Nullable Address address, @Nullable Connection connection) {
        if (address != null && connection != null && forget(address, connection)) {
            end(connection);
        }
    }

    /** Returns whether it was one that is sent by. */
    private boolean forget(Address address, Connection connection) {
        boolean[] wasThere = new boolean[1];
        conns.computeIfPresent(address, (_, current) -> {
            older.remove(connection);
            wasThere[0] = current.equals(connection);
            return wasThere[0] ? null : current;
        });
        older.remove(connection);
        return wasThere[0];
    }

    /** Without a goodbye, which only a member says that leaves. */
    private static void end(Connection connection) {
        try {
            connection.close(false);
        } catch (IOException _) {
            // It is gone either way.
        }
    }

    @Override
    public void retainAll(@Nullable Collection<Address> members, @Nullable Predicate<PhysicalAddress> isMember) {
        if (members == null) {
            return;
        }
        long now = System.nanoTime();
        conns.values().forEach(connection -> closeIfQuiet(connection, members, isMember, now));
        older.forEach(connection -> closeIfQuiet(connection, members, isMember, now));
        locks.keySet().removeIf(place -> !conns.containsKey(place));
    }

    private void closeIfQuiet(
            Connection connection,
            Collection<Address> members,
            @Nullable Predicate<PhysicalAddress> isMember,
            long now) {
        Address place = connection.peerAddress();
        boolean isWanted = members.contains(place)
                || (isMember != null && place instanceof PhysicalAddress physical && isMember.test(physical));
        if (!isWanted && connection.isExpired(now)) {
            forget(place, connection);
            end(connection);
        }
    }

    @Override
    public void stop() {
        super.stop();
        older.forEach(Util::close);
        older.clear();
    }
}
