package dev.gyre.distributed;

import org.jgroups.Address;
import org.jgroups.PhysicalAddress;
import org.jgroups.protocols.TCP;

/** The transport of JGroups, which says whether a message could be sent without connecting first. */
final class MemberTransport extends TCP {
    boolean isConnectedTo(Address member) {
        PhysicalAddress place = getPhysicalAddressFromCache(member);
        return place != null && srv != null && srv.connectionEstablishedTo(place);
    }
}
