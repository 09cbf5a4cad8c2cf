package dev.gyre;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ModuleTest {
    @Test
    void moduleExportsOnePackageAndNothingElse() throws Exception {
        Path classes = Path.of(
                Gyre.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        ModuleDescriptor module =
                ModuleFinder.of(classes).find("dev.gyre").orElseThrow().descriptor();
        assertEquals(
                Set.of("dev.gyre"),
                module.exports().stream().map(ModuleDescriptor.Exports::source).collect(Collectors.toSet()));
    }
}
