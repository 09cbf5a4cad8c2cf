package dev.gyre.engine.icu;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Which values inside of bundles V8 can't reach, by the path of keys that leads to them.
 *
 * <p>A locale inherits what it hasn't got, so a value is left out of every locale or of none: otherwise the
 * parent's would show through.
 */
final class BundleFilter {
    private static final String TOP_FOLDER = "";

    /** The units that ECMA-402 sanctions; it forms others from two of them, and ICU has names for some of those. */
    private static final String UNITS =
            "acre|bit|byte|celsius|centimeter|day|degree|fahrenheit|fluid-ounce|foot|gallon|gigabit|gigabyte|gram"
                    + "|hectare|hour|inch|kilobit|kilobyte|kilogram|kilometer|liter|megabit|megabyte|meter"
                    + "|microsecond|mile|mile-scandinavian|milliliter|millimeter|millisecond|minute|month|nanosecond"
                    + "|ounce|percent|petabyte|pound|second|stone|terabit|terabyte|week|yard|year|[^/]*-per-[^/]*";

    private static final Map<String, Pattern> OUT_OF_REACH = Map.of(
            TOP_FOLDER,
            paths(
                    // Of locales: characters, names of people, examples of plurals.
                    "(Aux)?ExemplarCharacters.*|characterLabel|personNames|NumberElements/minimalPairs",
                    // Aliases to what no locale has.
                    "calendar/[^/]*/NoonMarker.*",
                    // Intl.RelativeTimeFormat has no weekdays.
                    "fields/(sun|mon|tue|wed|thu|fri|sat)(-.*)?",
                    // Of the supplemental data: facts on regions and languages, and lists of what is valid,
                    // of which the completion of locales reads that of the regions.
                    "subdivisionContainment|territoryInfo|languageData|idValidity/(?!region$)[^/]*"),
            "brkitr",
            paths("boundaries/(line.*|title)", "lstm"),
            "coll",
            // The rules that the binaries beside them were made from.
            paths("UCARules", "collations/(private-[^/]*|[^/]*/Sequence)"),
            "lang",
            // Intl.DisplayNames takes no locale with extensions; of their names it needs the calendars'.
            paths("Keys|characterLabelPattern", "Types/(?!calendar$)[^/]*"),
            "unit",
            paths("units[^/]*/(?!compound/)[^/]*/(?!(" + UNITS + ")$)[^/]*"));

    /** What only packaging tools read. */
    private static final Pattern EVERYWHERE = paths("%%DEPENDENCY");

    private final Pattern outOfReach;

    private BundleFilter(Pattern outOfReach) {
        this.outOfReach = outOfReach;
    }

    private static Pattern paths(String... alternatives) {
        return Pattern.compile(String.join("|", alternatives));
    }

    /** The tree without what V8 can't reach; the same object if nothing is left out. */
    static Resource.Table filter(String entryName, Resource.Table root) {
        int slash = entryName.indexOf('/');
        var folder = slash < 0 ? TOP_FOLDER : entryName.substring(0, slash);
        return new BundleFilter(OUT_OF_REACH.getOrDefault(folder, EVERYWHERE)).filter(root, "");
    }

    @SuppressWarnings("ReferenceEquality") // asks whether it is the same table or a new one
    private Resource.Table filter(Resource.Table table, String prefix) {
        var kept = new TreeMap<String, Resource>();
        boolean changed = false;
        for (var item : table.items().entrySet()) {
            var path = prefix + item.getKey();
            if (outOfReach.matcher(path).matches() || EVERYWHERE.matcher(path).matches()) {
                changed = true;
            } else if (item.getValue() instanceof Resource.Table inner) {
                var filtered = filter(inner, path + "/");
                kept.put(item.getKey(), filtered);
                changed |= filtered != inner;
            } else {
                kept.put(item.getKey(), item.getValue());
            }
        }
        return changed ? new Resource.Table(kept) : table;
    }
}
