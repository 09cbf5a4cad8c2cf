package dev.gyre.engine.icu;

import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** The list of locales that each folder of bundles has: a bundle of its own, with a table for each kind. */
final class LocaleIndex {
    static final String FILE = "res_index.res";

    private static final List<String> KINDS = List.of("InstalledLocales", "AliasLocales");

    private LocaleIndex() {}

    /** All locales that an index names. */
    static Set<String> locales(Resource.Table index) {
        var locales = new TreeSet<String>();
        for (var kind : KINDS) {
            if (index.items().get(kind) instanceof Resource.Table table) {
                locales.addAll(table.items().keySet());
            }
        }
        return locales;
    }

    /** The index without the locales that aren't there; the same object if all are. */
    static Resource.Table withoutMissing(Resource.Table index, Predicate<String> there) {
        if (locales(index).stream().allMatch(there)) {
            return index;
        }
        var kept = new TreeMap<>(index.items());
        for (var kind : KINDS) {
            if (index.items().get(kind) instanceof Resource.Table table) {
                var locales = new TreeMap<>(table.items());
                locales.keySet().removeIf(there.negate());
                kept.put(kind, new Resource.Table(locales));
            }
        }
        return new Resource.Table(kept);
    }
}
