package dev.gyre.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.node.permission.Doors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Every native function either asks the permission model or stands in {@code no-doors.txt}: whoever adds one decides which.
 */
class PermissionDoorsTest {
    private static final Pattern BINDING =
            Pattern.compile("\\{\"name\":\"(\\w+)\",\"base\":\\d+,\"functions\":\\[([^]]*)]");

    private static Map<String, Set<String>> noDoors() {
        var known = new HashMap<String, Set<String>>();
        try (var in = Objects.requireNonNull(PermissionDoorsTest.class.getResourceAsStream("no-doors.txt"))) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .forEach(line -> {
                        int colon = line.indexOf(':');
                        known.put(
                                line.substring(0, colon),
                                Set.of(line.substring(colon + 1).strip().split("\\s+")));
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return known;
    }

    private static Map<String, List<String>> functions() {
        var functions = new HashMap<String, List<String>>();
        var found = BINDING.matcher(Bindings.describe());
        while (found.find()) {
            functions.put(
                    found.group(1), List.of(found.group(2).replace("\"", "").split(",")));
        }
        return functions;
    }

    @Test
    void everyNativeFunctionIsADoorOrIsKnownToBeNone() {
        Map<String, Set<String>> noDoors = noDoors();
        var undecided = new ArrayList<String>();
        functions().forEach((binding, names) -> {
            Set<String> known = noDoors.getOrDefault(binding, Set.of());
            for (String name : names) {
                boolean isKnown = known.contains(name) || known.contains("*");
                if (!isKnown && !Doors.isDoor(binding, name)) {
                    undecided.add(binding + "." + name);
                }
            }
        });
        assertEquals(List.of(), undecided, "put them into Doors or no-doors.txt");
    }

    @Test
    void everyDoorIsAFunction() {
        Map<String, List<String>> functions = functions();
        assertTrue(functions.size() > 30);
        for (String door : Doors.names()) {
            int dot = door.indexOf('.');
            assertTrue(functions.get(door.substring(0, dot)).contains(door.substring(dot + 1)), door);
        }
    }
}
