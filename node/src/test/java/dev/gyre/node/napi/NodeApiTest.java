package dev.gyre.node.napi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeApiTest {
    private final List<String> names = NodeApi.names();

    @Test
    void everyFunctionHasOneNumberAndSomebodyWhoAnswersIt() {
        var upcalls = new Upcalls();
        assertEquals(161, names.size());
        assertEquals(names.size(), new HashSet<>(names).size());
        for (int i = 0; i < names.size(); i++) {
            assertNotNull(upcalls.function(i), names.get(i));
        }
    }

    @Test
    void whatMachineCodeAnswersJavaAnswersToo() {
        for (String name : DirectFunctions.heads().keySet()) {
            assertTrue(NodeApi.shape(names.indexOf(name)).isOwn, name);
            assertNotNull(OwnFunctions.Name.of(name), name);
        }
    }
}
