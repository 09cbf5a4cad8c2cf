package dev.gyre.distributed;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.PhysicalAddress;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.PingData;
import org.jgroups.protocols.TCPPING;
import org.jgroups.util.Responses;
import org.jspecify.annotations.Nullable;

/**
 * Finds the cluster to join, by a list of addresses, and later parts of it that were lost.
 *
 * <p>To join, it goes on asking until somebody names a coordinator that can be there. The others may still name one that has just
 * ended: until they notice, a node that came back at its address would ask itself to join, wait, and found a cluster of its own,
 * which takes seconds to merge.
 *
 * <p>Later, JGroups asks wherever a member ever was. Programs come and go, each at another port, so here those that said goodbye are
 * asked no more, and of the others only those that had been there for the longest.
 */
final class MemberDiscovery extends TCPPING {
    private static final long ROUND_MS = 250;
    private static final long PAUSE_MS = 50;

    /** Nobody answers: this is the first member. */
    private static final long ALONE_MS = 1000;

    /** Members answer, but none knows a coordinator yet. They will, when they have noticed that the last one has fallen silent. */
    private static final long ORPHANED_MS = 8000;

    private static final int MAX_LOST = 16;
    private static final long LOST_NS = TimeUnit.HOURS.toNanos(1);

    private final Set<PhysicalAddress> left = ConcurrentHashMap.newKeySet();
    private final Map<PhysicalAddress, Stay> stays = new HashMap<>(); // guarded by itself

    /** How long somebody has been at an address; {@code endNs} is 0 for who is still there. */
    private record Stay(long beginNs, long endNs) {
        long lengthNs() {
            return endNs - beginNs;
        }
    }

    MemberDiscovery() {
        setId(ClassConfigurator.getProtocolId(TCPPING.class));
    }

    @Override
    public Object down(Event event) {
        return event.getType() == Event.FIND_INITIAL_MBRS ? find() : super.down(event);
    }

    private Responses find() {
        long began = System.nanoTime();
        while (true) {
            Responses round = findMembers(null, true, false, ROUND_MS);
            if (getInitialHosts().isEmpty()) {
                return round.done();
            }
            round.waitFor(ROUND_MS);
            Responses found = withoutPredecessors(round);
            boolean isCoordinated = false;
            boolean isClustered = false;
            for (PingData answer : found) {
                isCoordinated |= answer.isCoord();
                isClustered |= answer.isServer();
            }
            long limitMs = isClustered || found.size() < round.size() ? ORPHANED_MS : ALONE_MS;
            if (isCoordinated || TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began) >= limitMs) {
                return found;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MS));
        }
    }

    /** Who was there is not looked for. */
    void hasLeft(PhysicalAddress place) {
        left.add(place);
    }

    @Override
    public void findMembers(@Nullable List<Address> members, boolean isInitial, Responses responses) {
        if (view != null) {
            forgetLost();
        }
        super.findMembers(members, isInitial, responses);
    }

    private void forgetLost() {
        var present = new HashSet<PhysicalAddress>();
        for (Address member : view.getMembersRaw()) {
            var place = (PhysicalAddress) down(new Event(Event.GET_PHYSICAL_ADDRESS, member));
            if (place != null) {
                present.add(place);
            }
        }
        long now = System.nanoTime();
        synchronized (stays) {
            for (PhysicalAddress place : present) {
                stays.merge(place, new Stay(now, 0), (stay, fresh) -> stay.endNs == 0 ? stay : fresh);
            }
            for (PhysicalAddress place : dynamic_hosts) {
                if (!present.contains(place)) {
                    stays.merge(
                            place,
                            new Stay(now, now),
                            (stay, _) -> stay.endNs == 0 ? new Stay(stay.beginNs, now) : stay);
                }
            }
            stays.entrySet()
                    .removeIf(stay -> stay.getValue().endNs != 0
                            && (left.contains(stay.getKey()) || now - stay.getValue().endNs > LOST_NS));
            stays.entrySet().stream()
                    .filter(stay -> stay.getValue().endNs != 0)
                    .sorted(Comparator.comparingLong(stay -> -stay.getValue().lengthNs()))
                    .skip(MAX_LOST)
                    .map(Map.Entry::getKey)
                    .toList()
                    .forEach(stays::remove);
            dynamic_hosts.removeIf(place -> !stays.containsKey(place));
        }
        left.removeIf(place -> !present.contains(place));
    }

    /** Members that were here before at the same address. */
    private Responses withoutPredecessors(Responses round) {
        var place = (PhysicalAddress) down(new Event(Event.GET_PHYSICAL_ADDRESS, local_addr));
        var others = new Responses(false);
        for (PingData answer : round) {
            if (!Objects.equals(answer.getPhysicalAddr(), place)
                    || answer.getAddress().equals(local_addr)) {
                others.addResponse(answer, true);
            }
        }
        return others.done();
    }
}
