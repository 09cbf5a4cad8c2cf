package dev.gyre.engine.icu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The build step that makes V8's ICU data file from the jar of ICU4J:
 *
 * <pre>IcuPackager [icu4j.jar] FOLDER/icudt77l.dat</pre>
 *
 * <p>Beside it goes a package with no entries, for {@link IcuData}.
 */
public final class IcuPackager {
    private static final String SUFFIX = ".dat";

    private IcuPackager() {}

    public static void main(String[] args) throws IOException {
        if (args.length < 1 || args.length > 2) {
            System.err.println("usage: IcuPackager [icu4j.jar] FOLDER/icudtVVl.dat");
            System.exit(2);
        }
        var jar = args.length == 2 ? Path.of(args[0]) : IcuSource.jarOnClassPath();
        write(jar, Path.of(args[args.length - 1]));
    }

    /** Writes the package; its entries are named after the file, as ICU wants. */
    static void write(Path icu4jJar, Path file) throws IOException {
        var fileName = file.getFileName().toString();
        if (!fileName.matches("icudt\\d+l\\.dat")) {
            throw new IcuDataException(file + ": ICU finds a file of no other name than icudt, its version, l.dat");
        }
        var packageName = fileName.substring(0, fileName.length() - SUFFIX.length());
        var entries = entries(icu4jJar);
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, IcuPackage.write(packageName, entries));
        Files.write(file.resolveSibling(IcuData.EMPTY), IcuPackage.write(packageName, new TreeMap<>()));
    }

    /** The little-endian entries of the package. */
    static NavigableMap<String, byte[]> entries(Path icu4jJar) throws IOException {
        var entries = IcuSource.read(icu4jJar, EntryFilter::keeps);
        entries.replaceAll(EntrySwapper::swap);
        var folders = new BundleFolders(entries);
        EntryFilter.removeUnusedSpelling(entries, folders.bundle("numberingSystems.res"));
        entries.entrySet().parallelStream()
                .filter(entry -> BundleFolders.isBundle(entry.getKey()))
                .forEach(entry -> entry.setValue(filtered(folders, entry.getKey())));
        entries.put(PhraseModel.ENTRY, PhraseModel.empty(folders.bundle("brkitr/root.res")));
        PackageCheck.check(entries);
        return entries;
    }

    /** The bundle without what V8 can't reach; byte for byte as it was if it has nothing of that kind. */
    @SuppressWarnings("ReferenceEquality") // asks whether the filters left the root as it was
    private static byte @Nullable [] filtered(BundleFolders folders, String name) {
        var bundle = folders.bundle(name);
        var root = BundleFilter.filter(name, bundle.root());
        if (name.endsWith(LocaleIndex.FILE)) {
            var folder = BundleFolders.folder(name);
            root = LocaleIndex.withoutMissing(root, locale -> folders.has(folder + locale + ".res"));
        }
        return root == bundle.root() ? folders.bytes(name) : BundleWriter.write(bundle.withRoot(root));
    }
}
