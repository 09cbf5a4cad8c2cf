package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class AddressSpaceTest {
    private static final long NEEDED = 10_000_000;

    private static String limits(String soft) {
        return """
                Limit                     Soft Limit           Hard Limit           Units
                Max resident set          5                    5                    bytes
                Max address space         %s            unlimited            bytes
                Max file locks            unlimited            unlimited            locks
                """.formatted(soft);
    }

    @Test
    void aLimitThatIsTooLowIsTold() {
        String complaint = AddressSpace.complaint(limits("9999360"), NEEDED);
        assertTrue(complaint.contains("9765 KiB") && complaint.contains("ulimit -v unlimited"), complaint);
    }

    @Test
    void roomEnoughIsNoComplaint() {
        assertNull(AddressSpace.complaint(limits("unlimited"), NEEDED));
        assertNull(AddressSpace.complaint(limits("10000000"), NEEDED));
        assertNull(AddressSpace.complaint("", NEEDED));
        assertNull(AddressSpace.complaint());
    }
}
