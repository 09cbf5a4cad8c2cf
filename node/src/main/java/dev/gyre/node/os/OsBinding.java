package dev.gyre.node.os;

import dev.gyre.codec.ip.IpAddress;
import dev.gyre.io.file.EarlyFiles;
import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.SystemError;
import dev.gyre.io.libc.Utf8;
import dev.gyre.io.process.PosixProcess;
import dev.gyre.io.process.SystemFacts;
import dev.gyre.io.process.UserAccount;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What {@code os.js} asks the system: from {@code /proc} and {@code /sys}, which say the same as the C library, and from
 * the JDK; the user database alone needs the C library itself.
 */
public final class OsBinding implements Binding {
    private static final Path PROC = Path.of("/proc");
    private static final int TICK_MS = 10; // USER_HZ is 100 on every Linux that userland sees
    private static final Pattern MODEL_NAME = Pattern.compile("^model name\\s*:\\s*(.*)$", Pattern.MULTILINE);
    private static final Pattern CPU_TIMES = Pattern.compile("^cpu(\\d+) (.*)$", Pattern.MULTILINE);
    private static final int NICE_FIELD = 19; // of /proc/PID/stat, counted from 1

    @Override
    public String name() {
        return "os";
    }

    @Override
    public void register(Functions functions) {
        functions.add("hostname", _ -> kernel("hostname", 1));
        functions.add("type", _ -> kernel("ostype", 0));
        functions.add("release", _ -> kernel("osrelease", 2));
        functions.add("version", _ -> kernel("version", 3));
        functions.add("machine", _ -> machine());
        functions.add("availableParallelism", _ -> Runtime.getRuntime().availableProcessors());
        functions.add("totalmem", _ -> memoryBytes("MemTotal:", 4));
        functions.add("freemem", _ -> memoryBytes("MemAvailable:", 5));
        functions.add("uptime", _ -> uptimeSeconds());
        functions.add("loadavg", _ -> loadavg());
        functions.add("cpus", _ -> cpus());
        functions.add("networkInterfaces", _ -> networkInterfaces());
        functions.add("userInfo", _ -> userInfo());
        functions.add("getPriority", args -> nice(args.integer(0)));
        functions.add("setPriority", args -> {
            setNice(args.integer(0), args.integer(1));
            return null;
        });
    }

    // ---- the kernel

    /** @param field which of the kernel's names: where files can't be opened, the system call still answers, as in Node */
    private static String kernel(String name, int field) {
        try {
            return read(PROC.resolve("sys/kernel").resolve(name)).strip();
        } catch (SystemError e) {
            return SystemFacts.uname()[field];
        }
    }

    private static double uptimeSeconds() {
        try {
            return Double.parseDouble(read(PROC.resolve("uptime")).split(" ")[0]);
        } catch (SystemError e) {
            return SystemFacts.sysinfo()[0];
        }
    }

    /** As {@code uname -m} says it. */
    private static String machine() {
        String arch = System.getProperty("os.arch");
        return switch (arch) {
            case "amd64" -> "x86_64";
            case "x86" -> "i686";
            default -> arch;
        };
    }

    private static String read(Path path) {
        return Utf8.decode(EarlyFiles.read(NativePath.of(path.toString())));
    }

    // ---- memory and load

    /** @param field which of {@code sysinfo}'s, where the file can't be read */
    private static double memoryBytes(String label, int field) {
        try {
            for (String line : read(PROC.resolve("meminfo")).split("\n")) {
                if (line.startsWith(label)) {
                    return Long.parseLong(line.replaceAll("\\D", "")) * 1024.0;
                }
            }
        } catch (SystemError e) {
            return SystemFacts.sysinfo()[field];
        }
        throw new SystemError(Errno.ENOSYS, "read", PROC.resolve("meminfo").toString(), null);
    }

    private static List<Object> loadavg() {
        try {
            String[] fields = read(PROC.resolve("loadavg")).split(" ");
            return List.of(Double.valueOf(fields[0]), Double.valueOf(fields[1]), Double.valueOf(fields[2]));
        } catch (SystemError e) {
            double[] facts = SystemFacts.sysinfo();
            return List.of(facts[1], facts[2], facts[3]);
        }
    }

    // ---- processors

    /** One after the other: model, speed in MHz, and the times in ms: user, nice, sys, idle, irq. */
    private static List<Object> cpus() {
        try {
            return readCpus();
        } catch (SystemError e) {
            return List.of(); // as in Node
        }
    }

    private static List<Object> readCpus() {
        List<String> models = MODEL_NAME
                .matcher(read(PROC.resolve("cpuinfo")))
                .results()
                .map(found -> found.group(1))
                .toList();
        var out = new ArrayList<>();
        var cpus = CPU_TIMES.matcher(read(PROC.resolve("stat")));
        for (int i = 0; cpus.find(); i++) {
            String[] ticks = cpus.group(2).strip().split(" +");
            out.add(i < models.size() ? models.get(i) : "unknown");
            out.add(megahertz(cpus.group(1)));
            for (int field : new int[] {0, 1, 2, 3, 5}) {
                out.add((double) Long.parseLong(ticks[field]) * TICK_MS);
            }
        }
        return out;
    }

    /** The present speed, or 0 where the kernel doesn't tell it. */
    private static int megahertz(String cpu) {
        Path current = Path.of("/sys/devices/system/cpu/cpu" + cpu + "/cpufreq/scaling_cur_freq");
        return Files.isReadable(current) ? (int) (Long.parseLong(read(current).strip()) / 1000) : 0;
    }

    // ---- network

    /** One after the other: name, address, netmask, family, mac, internal, scope (-1 for IPv4), prefix length. */
    private static List<Object> networkInterfaces() {
        List<NetworkInterface> all;
        try {
            all = NetworkInterface.networkInterfaces()
                    .sorted(Comparator.comparingInt(NetworkInterface::getIndex))
                    .toList();
            var out = new ArrayList<>();
            for (NetworkInterface one : all) {
                if (one.isUp()) {
                    addAddresses(one, out);
                }
            }
            return out;
        } catch (SocketException e) {
            throw new SystemError(Errno.EIO, "uv_interface_addresses", null, null);
        }
    }

    private static void addAddresses(NetworkInterface one, List<Object> out) throws SocketException {
        byte[] hardware = one.getHardwareAddress();
        String mac = HexFormat.ofDelimiter(":").formatHex(hardware == null ? new byte[6] : hardware);
        List<InterfaceAddress> addresses = one.getInterfaceAddresses().stream()
                .filter(address -> address != null && address.getAddress() != null)
                .sorted(Comparator.comparing(address -> !(address.getAddress() instanceof Inet4Address)))
                .toList();
        for (InterfaceAddress address : addresses) {
            InetAddress ip = address.getAddress();
            int prefix = address.getNetworkPrefixLength();
            boolean v6 = ip instanceof Inet6Address;
            out.addAll(Arrays.asList(
                    one.getName(),
                    text(ip),
                    IpAddress.text(netmask(prefix, v6 ? 16 : 4)),
                    v6 ? "IPv6" : "IPv4",
                    mac,
                    one.isLoopback(),
                    v6 ? scope((Inet6Address) ip) : -1,
                    prefix));
        }
    }

    /** Only a link-local address has one. */
    private static int scope(Inet6Address ip) {
        return ip.isLinkLocalAddress() ? ip.getScopeId() : 0;
    }

    private static byte[] netmask(int prefix, int bytes) {
        byte[] mask = new byte[bytes];
        for (int bit = 0; bit < prefix; bit++) {
            mask[bit / 8] |= (byte) (0x80 >> bit % 8);
        }
        return mask;
    }

    private static String text(InetAddress ip) {
        return IpAddress.text(ip.getAddress());
    }

    // ---- user

    private static List<Object> userInfo() {
        UserAccount account = UserAccount.of(PosixProcess.geteuid());
        return Arrays.asList(
                Integer.toUnsignedLong(account.uid()),
                Integer.toUnsignedLong(account.gid()),
                account.name(),
                account.home(),
                account.shell());
    }

    // ---- priority

    /**
     * A nice value belongs to a thread. A process's own number is that of its first thread, and JavaScript doesn't run on
     * the first thread of a JVM, so for ourselves all threads are set, and any can be read.
     */
    private static int nice(int pid) {
        Path stat = PROC.resolve(pid == 0 ? "self" : Integer.toString(pid)).resolve("stat");
        if (pid < 0 || !Files.exists(stat)) {
            throw new SystemError(Errno.ESRCH, "uv_os_getpriority", null, null);
        }
        String line = read(stat);
        // The second field is a name in parentheses that may contain anything.
        String[] fromThird = line.substring(line.lastIndexOf(')') + 2).split(" ");
        return Integer.parseInt(fromThird[NICE_FIELD - 3]);
    }

    private static void setNice(int pid, int nice) {
        if (pid != 0 && pid != ProcessHandle.current().pid()) {
            PosixProcess.setpriority(pid, nice);
            return;
        }
        String[] threads = PROC.resolve("self/task").toFile().list();
        for (String thread : threads == null ? new String[0] : threads) {
            try {
                PosixProcess.setpriority(Integer.parseInt(thread), nice);
            } catch (SystemError e) {
                if (!e.code().equals("ESRCH")) { // one that has just ended
                    throw e;
                }
            }
        }
    }
}
