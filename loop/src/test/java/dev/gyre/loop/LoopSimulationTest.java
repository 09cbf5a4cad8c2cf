package dev.gyre.loop;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Thousands of random schedules, each performed by the loop and by the {@link LoopModel}, on virtual time; both must
 * say the same things in the same order at the same time.
 *
 * <p>A schedule is made from a seed and a size. A failure prints both, the script, and the line that replays it:
 * {@code mvn test -Dtest=LoopSimulationTest -Dloop.seed=… -Dloop.size=…}
 */
class LoopSimulationTest {
    private static final int MAX_RUNS = 500;
    private static final int THREADS = 3;

    @Property(tries = 5000)
    void theLoopDoesWhatTheModelDoes(@ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int size) {
        compare(seed, size);
    }

    @Property(tries = 200)
    void theLoopDoesWhatTheModelDoesInLongSchedules(@ForAll long seed) {
        compare(seed, 600);
    }

    @Example
    void replaysTheScheduleOfASeed() {
        compare(Long.getLong("loop.seed", 1), Integer.getInteger("loop.size", 100));
    }

    private static void compare(long seed, int size) {
        Script.Body main = Script.generate(seed, size);
        List<String> expected = perform(main, new LoopModel(THREADS));
        List<String> actual = perform(main, new LoopMachine(THREADS));
        int same = 0;
        while (same < Math.min(expected.size(), actual.size())
                && expected.get(same).equals(actual.get(same))) {
            same++;
        }
        if (same < Math.max(expected.size(), actual.size())) {
            fail("replay with -Dtest=LoopSimulationTest -Dloop.seed=" + seed + " -Dloop.size=" + size
                    + "\nboth:  " + expected.subList(Math.max(0, same - 8), same)
                    + "\nmodel: " + expected.subList(same, Math.min(expected.size(), same + 4))
                    + "\nloop:  " + actual.subList(same, Math.min(actual.size(), same + 4))
                    + "\n" + Script.print(main));
        }
    }

    /** Runs the script to its end, again after each stop and each failure, and gives all that was said. */
    private static List<String> perform(Script.Body main, Script.Machine machine) {
        main.perform(machine);
        boolean alive = true;
        for (int runs = 0; alive; runs++) {
            if (runs == MAX_RUNS) {
                throw new AssertionError("no end after " + MAX_RUNS + " runs:\n" + Script.print(main));
            }
            try {
                alive = machine.run();
                machine.say("run returned " + alive);
            } catch (Script.Failure failure) {
                machine.say("run threw " + failure.getMessage());
            }
        }
        return machine.trace();
    }
}
