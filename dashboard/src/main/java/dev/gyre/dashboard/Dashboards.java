package dev.gyre.dashboard;

import dev.gyre.node.GyreRuntime;
import dev.gyre.node.worker_threads.Family;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Dashboards of runtimes. */
public final class Dashboards {
    private Dashboards() {}

    /** Starts the dashboard of a main runtime and its workers. On the runtime's thread, before it runs. */
    public static Dashboard start(Dashboard.Options options, GyreRuntime main) throws IOException {
        var dashboard = new Dashboard(options, programOf(main), subjectsOf(main));
        dashboard.start();
        return dashboard;
    }

    private static String programOf(GyreRuntime main) {
        List<String> argv = main.options().argv();
        String script = argv.size() > 1 ? argv.get(1) : "gyre";
        return script + ", process " + ProcessHandle.current().pid();
    }

    /** The loops of a main runtime and its workers. On the runtime's thread, before it runs. */
    public static Supplier<List<? extends Subject>> subjectsOf(GyreRuntime main) {
        Family family = Family.of(main);
        return () -> subjects(main, family);
    }

    private static List<Subject> subjects(GyreRuntime main, Family family) {
        var subjects = new ArrayList<Subject>();
        subjects.add(new RuntimeSubject(0, "main", main));
        family.workers().forEach((worker, runtime) -> {
            String name = worker.name().isEmpty() ? "" : " " + worker.name();
            subjects.add(new RuntimeSubject(worker.threadId(), "worker " + worker.threadId() + name, runtime));
        });
        return subjects;
    }
}
