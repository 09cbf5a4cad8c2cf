package dev.gyre.distributed;

import dev.gyre.node.gyre.ClusterEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.MergeView;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.NameCache;

/** A member of the cluster, and what JGroups tells it. Messages of processes that are no members are dropped. */
final class JGroupsMember implements ClusterEngine.Connection, Receiver {
    private static final int MAX_EARLY = 100;

    private final JChannel channel;
    private final GuardedSocketFactory sockets;
    private final ClusterEngine.Listener listener;
    private final Runnable refresh;
    private final Map<Address, Integer> numbers = new ConcurrentHashMap<>();
    private final Map<Integer, Address> addresses = new ConcurrentHashMap<>();
    private final AtomicInteger lastNumber = new AtomicInteger();
    private final List<Message> early = new ArrayList<>();
    private boolean hasBegun;

    JGroupsMember(JChannel channel, GuardedSocketFactory sockets, ClusterEngine.Listener listener, Runnable refresh) {
        this.channel = channel;
        this.sockets = sockets;
        this.listener = listener;
        this.refresh = refresh;
    }

    @Override
    public synchronized void begin() {
        hasBegun = true;
        tell(channel.getView());
    }

    @Override
    public synchronized void viewAccepted(View view) {
        if (hasBegun) {
            tell(view);
        }
    }

    private void tell(View view) {
        var peers = new ArrayList<ClusterEngine.Peer>();
        for (Address address : view.getMembers()) {
            peers.add(new ClusterEngine.Peer(
                    number(address), Objects.requireNonNullElse(NameCache.get(address), ""), place(address)));
        }
        listener.members(number(channel.getAddress()), peers, view instanceof MergeView);
        numbers.keySet().retainAll(view.getMembers());
        addresses.values().retainAll(view.getMembers());
        var held = List.copyOf(early);
        early.clear();
        held.forEach(this::receive); // those that are still early wait on
    }

    /** A member that comes again, after a partition, has a new number. */
    private int number(Address address) {
        return numbers.computeIfAbsent(address, _ -> {
            int number = lastNumber.incrementAndGet();
            addresses.put(number, address);
            return number;
        });
    }

    private String place(Address address) {
        Object physical = channel.down(new org.jgroups.Event(org.jgroups.Event.GET_PHYSICAL_ADDRESS, address));
        return physical instanceof PhysicalAddress known ? text(known) : "";
    }

    private static String text(PhysicalAddress address) {
        return address instanceof IpAddress ip ? Hosts.text(ip.getIpAddress(), ip.getPort()) : address.toString();
    }

    /**
     * A member that has heard of this one first may send before its view is here: such messages wait for it. They are few, because a
     * process that is no member gets no further than this.
     */
    @Override
    public void receive(Message message) {
        if (!message.hasArray()) {
            return;
        }
        Integer from = numbers.get(message.getSrc());
        if (from == null) {
            synchronized (this) {
                from = numbers.get(message.getSrc());
                if (from == null) {
                    if (early.size() < MAX_EARLY) {
                        early.add(message);
                    }
                    return;
                }
            }
        }
        listener.received(from, message.getArray(), message.getOffset(), message.getLength());
    }

    @Override
    public String address() {
        return place(channel.getAddress());
    }

    @Override
    public void send(int to, byte[] bytes) {
        Address address = addresses.get(to);
        if (address == null) {
            return; // gone, which the listener has heard of
        }
        try {
            channel.send(new BytesMessage(address, bytes));
        } catch (Exception _) {
            // The channel is closed, or the member is gone: the listener hears of it by the members that are left.
        }
    }

    @Override
    public void refresh() {
        refresh.run();
    }

    @Override
    public void close() {
        channel.close();
        sockets.end();
    }
}
