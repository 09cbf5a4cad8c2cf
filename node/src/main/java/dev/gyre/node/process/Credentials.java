package dev.gyre.node.process;

import dev.gyre.io.process.PosixProcess;
import dev.gyre.node.bridge.Functions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Users and groups. Names are looked up in the system's files. */
final class Credentials {
    private Credentials() {}

    static void register(Functions f) {
        f.add("getId", args -> switch (args.requiredString(0)) {
            case "getuid" -> PosixProcess.getuid();
            case "geteuid" -> PosixProcess.geteuid();
            case "getgid" -> PosixProcess.getgid();
            case "getegid" -> PosixProcess.getegid();
            default -> throw new IllegalArgumentException(args.requiredString(0));
        });
        f.add("setId", args -> {
            int id = (int) args.longValue(1);
            switch (args.requiredString(0)) {
                case "setuid" -> PosixProcess.setuid(id);
                case "seteuid" -> PosixProcess.seteuid(id);
                case "setgid" -> PosixProcess.setgid(id);
                case "setegid" -> PosixProcess.setegid(id);
                default -> throw new IllegalArgumentException(args.requiredString(0));
            }
            return null;
        });
        f.add("getgroups", _ -> {
            List<Object> groups = new ArrayList<>();
            for (int group : PosixProcess.getgroups()) {
                groups.add(group);
            }
            return groups;
        });
        f.add("setgroups", args -> {
            List<?> groups = args.requiredList(0);
            PosixProcess.setgroups(
                    groups.stream().mapToInt(g -> ((Double) g).intValue()).toArray());
            return null;
        });
        f.add("initgroups", args -> {
            PosixProcess.initgroups(args.requiredString(0), args.integer(1));
            return null;
        });
        f.add(
                "lookupId",
                args -> lookup(
                        args.requiredString(0).equals("User") ? "/etc/passwd" : "/etc/group", args.requiredString(1)));
        f.add("userName", args -> nameOf(args.longValue(0)));
    }

    private static int lookup(String file, String name) throws IOException {
        for (String line : ProcessBinding.lines(Path.of(file))) {
            String[] fields = line.split(":");
            if (fields.length > 2 && fields[0].equals(name)) {
                return Integer.parseInt(fields[2]);
            }
        }
        return -1;
    }

    private static String nameOf(long uid) throws IOException {
        for (String line : ProcessBinding.lines(Path.of("/etc/passwd"))) {
            String[] fields = line.split(":");
            if (fields.length > 2 && fields[2].equals(Long.toString(uid))) {
                return fields[0];
            }
        }
        return Long.toString(uid);
    }
}
