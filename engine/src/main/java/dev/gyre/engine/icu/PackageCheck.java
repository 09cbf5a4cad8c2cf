package dev.gyre.engine.icu;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks that a package is complete: V8 ends the process when ICU doesn't find what it needs, as late as at the
 * first date that is printed.
 *
 * <p>Nothing that an entry refers to may be missing: the locales of an index, the parent of a locale and what it is
 * another name for, the pool of a bundle, the target of every alias, the files that find boundaries, the
 * rules of numbering systems.
 */
final class PackageCheck {
    /** Entries that ICU's code asks for by name. */
    private static final List<String> ASKED_FOR_BY_NAME = List.of(
            PhraseModel.ENTRY,
            "brkitr/root.res",
            "coll/root.res",
            "coll/ucadata.icu",
            "curr/root.res",
            "curr/supplementalData.res",
            "dayPeriods.res",
            "grammaticalFeatures.res",
            "icuver.res",
            "keyTypeData.res",
            "lang/root.res",
            "langInfo.res",
            "metadata.res",
            "metaZones.res",
            "nfkc.nrm",
            "nfkc_cf.nrm",
            "numberingSystems.res",
            "pluralRanges.res",
            "plurals.res",
            "rbnf/root.res",
            "region/root.res",
            "res_index.res",
            "root.res",
            "supplementalData.res",
            "timezoneTypes.res",
            "uemoji.icu",
            "unit/root.res",
            "units.res",
            "zone/root.res",
            "zoneinfo64.res");

    private static final int MAX_ALIASES_IN_A_ROW = 10;
    private static final int MAX_PROBLEMS_SHOWN = 20;

    private final BundleFolders folders;
    private final Map<String, Bundle> aliasTargets = new HashMap<>();
    private final List<String> problems = new ArrayList<>();

    private PackageCheck(Map<String, byte[]> entries) {
        this.folders = new BundleFolders(entries);
    }

    /** Throws, and tells what is missing, unless the package is complete. */
    static void check(Map<String, byte[]> entries) {
        var problems = problems(entries);
        if (!problems.isEmpty()) {
            var shown = String.join("\n  ", problems.subList(0, Math.min(problems.size(), MAX_PROBLEMS_SHOWN)));
            throw new IcuDataException("the ICU data has " + problems.size() + " gaps:\n  " + shown);
        }
    }

    static List<String> problems(Map<String, byte[]> entries) {
        var check = new PackageCheck(entries);
        ASKED_FOR_BY_NAME.forEach(name -> check.require(name, "ICU"));
        entries.keySet().stream().filter(BundleFolders::isBundle).forEach(check::checkBundle);
        return check.problems;
    }

    private void require(String entryName, String who) {
        if (!folders.has(entryName)) {
            problems.add(entryName + " is missing; " + who + " asks for it");
        }
    }

    private void checkBundle(String name) {
        Bundle bundle;
        try {
            bundle = folders.bundle(name);
        } catch (IcuDataException e) {
            problems.add(e.getMessage());
            return;
        }
        var folder = BundleFolders.folder(name);
        bundle.text("%%Parent").ifPresent(parent -> require(folder + parent + ".res", name));
        bundle.text("%%ALIAS").ifPresent(target -> require(folder + target + ".res", name));
        if (name.endsWith(LocaleIndex.FILE)) {
            LocaleIndex.locales(bundle.root()).forEach(locale -> require(folder + locale + ".res", name));
        }
        if (name.equals("numberingSystems.res")) {
            EntryFilter.spellingLocales(bundle).forEach(locale -> require("rbnf/" + locale + ".res", name));
        }
        if (folder.equals("brkitr/")) {
            checkFilesNamedIn(bundle, "boundaries", name);
            checkFilesNamedIn(bundle, "dictionaries", name);
        }
        checkAliases(name, bundle.root(), "");
    }

    private void checkFilesNamedIn(Bundle bundle, String table, String name) {
        if (bundle.find(List.of(table)).orElse(null) instanceof Resource.Table files) {
            for (var key : files.items().keySet()) {
                bundle.text(table, key).ifPresent(file -> require(BundleFolders.folder(name) + file, name));
            }
        }
    }

    private void checkAliases(String name, Resource resource, String path) {
        switch (resource) {
            case Resource.Table table ->
                table.items().forEach((key, item) -> checkAliases(name, item, path + "/" + key));
            case Resource.Array array -> array.items().forEach(item -> checkAliases(name, item, path + "/[]"));
            case Resource.Alias alias -> {
                if (!leadsSomewhere(Place.of(name, alias.path()), 0)) {
                    problems.add(name + path + " refers to " + alias.path() + ", which is missing");
                }
            }
            default -> {}
        }
    }

    /** Looks for a value in its locale and then in the parents, following aliases on the way. */
    private boolean leadsSomewhere(Place place, int aliasesBefore) {
        if (aliasesBefore > MAX_ALIASES_IN_A_ROW) {
            return false;
        }
        var locale = Optional.of(place.locale());
        for (; locale.isPresent(); locale = parent(place.folder(), locale.get())) {
            var entry = place.folder() + locale.get() + ".res";
            for (int length = 0; folders.has(entry) && length <= place.path().size(); length++) {
                var found = target(entry).find(place.path().subList(0, length));
                if (found.isEmpty()) {
                    break;
                }
                if (found.get() instanceof Resource.Alias alias) {
                    var rest = place.path().subList(length, place.path().size());
                    var next = Place.of(entry, alias.path()).in(place.locale(), alias.path());
                    return leadsSomewhere(next.then(rest), aliasesBefore + 1);
                }
                if (length == place.path().size()) {
                    return true;
                }
            }
        }
        return false;
    }

    private Bundle target(String entryName) {
        return aliasTargets.computeIfAbsent(entryName, folders::bundle);
    }

    private Optional<String> parent(String folder, String locale) {
        if (locale.equals("root")) {
            return Optional.empty();
        }
        var entry = folder + locale + ".res";
        if (folders.has(entry)) {
            var explicit = target(entry).text("%%Parent");
            if (explicit.isPresent()) {
                return explicit;
            }
        }
        int underscore = locale.lastIndexOf('_');
        return Optional.of(underscore < 0 ? "root" : locale.substring(0, underscore));
    }

    /** Where a value is looked for. */
    private record Place(String folder, String locale, List<String> path) {
        private static final String OWN_LOCALE = "LOCALE";
        private static final String TOP_FOLDER = "ICUDATA";

        /**
         * An alias is {@code locale/path} in the same folder, or {@code /folder/locale/path}, or
         * {@code /LOCALE/path} in the locale that was asked for.
         */
        static Place of(String entryName, String alias) {
            var folder = BundleFolders.folder(entryName);
            var locale = entryName.substring(folder.length(), entryName.length() - ".res".length());
            var steps = List.of(alias.split("/"));
            if (!alias.startsWith("/")) {
                return new Place(folder, steps.getFirst(), steps.subList(1, steps.size()));
            }
            if (steps.get(1).equals(OWN_LOCALE)) {
                return new Place(folder, locale, steps.subList(2, steps.size()));
            }
            var target = steps.get(1).equals(TOP_FOLDER) ? "" : steps.get(1).substring(TOP_FOLDER.length() + 1) + "/";
            return new Place(target, steps.get(2), steps.subList(3, steps.size()));
        }

        /** The same place in the locale that was asked for, if the alias means that. */
        Place in(String asked, String alias) {
            return alias.startsWith("/" + OWN_LOCALE + "/") ? new Place(folder, asked, path) : this;
        }

        Place then(List<String> more) {
            var longer = new ArrayList<>(path);
            longer.addAll(more);
            return new Place(folder, locale, longer);
        }
    }
}
