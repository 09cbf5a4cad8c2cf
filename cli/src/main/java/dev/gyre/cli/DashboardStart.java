package dev.gyre.cli;

import dev.gyre.dashboard.Dashboard;
import dev.gyre.dashboard.Dashboards;
import dev.gyre.node.GyreRuntime;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What {@code --dashboard} asks for. Without that option none of these classes is loaded. */
final class DashboardStart {
    private DashboardStart() {}

    /** @throws BadOption where the options make no sense */
    static Dashboard.Options options(Map<String, Object> options, Map<String, String> environment) throws BadOption {
        String port = (String) options.get("--dashboard-port");
        if (port != null && !port.matches("[0-9]{1,5}")) {
            throw new BadOption("--dashboard=" + port + ": a port is a number from 0 to 65535");
        }
        @Nullable String token = (String) options.get("--dashboard-token");
        var asked = new Dashboard.Options(
                port == null ? null : Integer.valueOf(port),
                (String) options.get("--dashboard-host"),
                token == null ? environment.get("GYRE_DASHBOARD_TOKEN") : token);
        String complaint = asked.complaint();
        if (complaint != null) {
            throw new BadOption(complaint);
        }
        return asked;
    }

    /** A dashboard that can't listen is reported, and the program runs without it. */
    static void start(Dashboard.Options options, GyreRuntime runtime) {
        try {
            System.err.println(
                    "Dashboard: " + Dashboards.start(options, runtime).url());
        } catch (IOException e) {
            System.err.println(Image.argv0() + ": there is no dashboard: " + e.getMessage());
        }
    }
}
