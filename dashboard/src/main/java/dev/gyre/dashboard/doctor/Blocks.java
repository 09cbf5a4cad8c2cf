package dev.gyre.dashboard.doctor;

import dev.gyre.dashboard.BlockLog;
import dev.gyre.dashboard.doctor.CaseNotes.Blocked;
import dev.gyre.dashboard.doctor.Finding.Place;
import dev.gyre.loop.CallbackKind;
import dev.gyre.loop.watch.Block;
import dev.gyre.loop.watch.Cause;
import dev.gyre.loop.watch.Frame;
import java.util.List;

/** Callbacks that held the main loop. */
final class Blocks {
    private final BlockLog log = new BlockLog();

    void listen() {
        log.listen();
    }

    List<Blocked> seen() {
        return log.entries().stream()
                .filter(entry -> isOfMain(entry.block()))
                .map(Blocks::blocked)
                .toList();
    }

    /** A worker may compute for as long as it likes, and nobody waits for the main script. */
    private static boolean isOfMain(Block block) {
        CallbackKind kind = block.running().after();
        return block.who().equals("main") && kind != CallbackKind.MAIN_SCRIPT && kind != CallbackKind.MODULE;
    }

    private static Blocked blocked(BlockLog.Entry entry) {
        Block block = entry.block();
        String what = block.what() == null ? "" : " " + block.what();
        return new Blocked(
                entry.timeMs(),
                entry.heldMs(),
                BlockLog.kindOf(block.running()) + what,
                block.cause().text(),
                block.detail(),
                block.place()
                        .filter(frame -> frame.file() != null)
                        .map(frame -> new Place(frame.function(), String.valueOf(frame.file()), frame.line()))
                        .orElse(null),
                block.stack().stream().map(Frame::toString).toList(),
                block.cause() == Cause.NO_CPU);
    }
}
