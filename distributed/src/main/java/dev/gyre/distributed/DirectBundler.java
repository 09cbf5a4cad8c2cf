package dev.gyre.distributed;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.View;
import org.jgroups.protocols.PerDestinationBundler;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Sends a short message on the thread that asks for it, which saves a task two hand-overs between threads on its way there and back.
 * What that thread must not do, because it might wait, a thread of the receiver does: connect, send to one that takes nothing at
 * the moment, send to all. The order is of no account here, because the protocols above number their messages.
 */
final class DirectBundler extends PerDestinationBundler {
    /** Longer ones would keep a loop busy with copying. */
    private static final int SHORT_BYTES = 16 << 10;

    private static final int HEADERS_BYTES = 128;

    /** A receiver's thread that has had nothing to do for so long ends; otherwise each program that was ever here would leave one. */
    private static final long IDLE_S = 10;

    private final MemberTransport tcp;
    private final Set<Address> slow = ConcurrentHashMap.newKeySet();
    private final Set<Address> used = ConcurrentHashMap.newKeySet(); // since the last time idle threads were looked for
    private @Nullable Future<?> sweeper;

    DirectBundler(MemberTransport tcp) {
        this.tcp = tcp;
    }

    @Override
    public void start() {
        super.start();
        sweeper = tcp.getTimer().scheduleWithFixedDelay(this::endIdle, IDLE_S, IDLE_S, TimeUnit.SECONDS, false);
    }

    @Override
    public void stop() {
        if (sweeper != null) {
            sweeper.cancel(false);
        }
        super.stop();
    }

    private void endIdle() {
        List<Address> idle = dests.keySet().stream()
                .filter(to -> !used.contains(to) && !slow.contains(to))
                .toList();
        used.clear();
        removeLeftMembers(idle);
    }

    @Override
    public void send(Message message) throws Exception {
        Address to = message.dest();
        if (to == null
                || message.getLength() > SHORT_BYTES
                || to.equals(local_addr)
                || slow.contains(to)
                || !tcp.isConnectedTo(to)) {
            if (to != null) {
                used.add(to);
            }
            super.send(message);
            return;
        }
        if (message.getSrc() == null) {
            message.setSrc(local_addr);
        }
        Sending here = Sending.here();
        here.takeBehind();
        here.mayWait(false);
        try {
            super.sendSingle(
                    to,
                    message,
                    new ByteArrayDataOutputStream(message.getLength() + HEADERS_BYTES).growExponentially(true));
        } finally {
            here.mayWait(true);
        }
        if (here.takeBehind() != null) {
            slow.add(to);
        }
    }

    @Override
    protected void sendSingle(Address to, Message message, ByteArrayDataOutputStream out) throws Exception {
        super.sendSingle(to, message, out);
        awaitRoom(to);
    }

    @Override
    protected void sendMultiple(Address to, Address from, List<Message> list, ByteArrayDataOutputStream out)
            throws Exception {
        super.sendMultiple(to, from, list, out);
        awaitRoom(to);
    }

    /** On a thread of the receiver: the next messages wait in its queue. */
    private void awaitRoom(Address to) throws InterruptedException {
        ChannelOutput behind = Sending.here().takeBehind();
        if (behind != null) {
            behind.awaitRoom();
        }
        if (to != null) {
            slow.remove(to);
        }
    }

    @Override
    public void viewChange(View view) {
        super.viewChange(view);
        slow.retainAll(view.getMembers());
    }
}
