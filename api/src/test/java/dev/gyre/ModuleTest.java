package dev.gyre;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ModuleTest {
    @Test
    void moduleExportsOnePackageAndNothingElse() throws Exception {
        Path jar;
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(Path.of("target"), "gyre-*.jar")) {
            jar = jars.iterator().next();
        }
        ModuleDescriptor module =
                ModuleFinder.of(jar).find("dev.gyre").orElseThrow().descriptor();
        assertEquals(
                Set.of("dev.gyre"),
                module.exports().stream().map(ModuleDescriptor.Exports::source).collect(Collectors.toSet()));
    }
}
