package dev.gyre.engine.icu;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Which entries of ICU's data V8 can ask for. Everything is kept that is not known to be out of reach. */
final class EntryFilter {
    /** Entries left out, and why. */
    private static final List<Pattern> OUT_OF_REACH = List.of(
            // Properties that are compiled into the library.
            Pattern.compile("(uprops|ucase|ubidi|pnames)\\.icu|nfc\\.nrm"),
            // Properties that no regular expression of ECMAScript names; names of characters; look-alikes.
            Pattern.compile("ulayout\\.icu|unames\\.icu|confusables\\.cfu"),
            // Names of hosts and of protocols: WHATWG URL and DNS aren't V8's business.
            Pattern.compile("uts46\\.nrm|nfkc_scf\\.nrm|.*\\.spp"),
            // Transliteration.
            Pattern.compile("translit/.*"),
            // Line breaks and title case: Intl.Segmenter knows graphemes, words and sentences.
            Pattern.compile("brkitr/(line.*|title)\\.brk"));

    private static final String SPELLED_OUT = "rbnf/";

    private EntryFilter() {}

    /** Whether an entry is kept, before anything is known of the contents of others. */
    static boolean keeps(String name) {
        return OUT_OF_REACH.stream().noneMatch(pattern -> pattern.matcher(name).matches());
    }

    /**
     * Removes the rules that spell numbers out, except those by which the dates of some calendars are written:
     * numbering systems that are no digits name a rule, of the root or of another locale.
     */
    static void removeUnusedSpelling(Map<String, byte[]> entries, Bundle numberingSystems) {
        var used = new TreeSet<>(Set.of(SPELLED_OUT + "root.res", SPELLED_OUT + "res_index.res"));
        for (var locale : spellingLocales(numberingSystems)) {
            used.add(SPELLED_OUT + locale + ".res");
        }
        entries.keySet().removeIf(name -> name.startsWith(SPELLED_OUT) && !used.contains(name));
    }

    /** The locales whose spelling rules some numbering system is made of. */
    static Set<String> spellingLocales(Bundle numberingSystems) {
        var locales = new TreeSet<String>();
        if (numberingSystems.find(List.of("numberingSystems")).orElseThrow() instanceof Resource.Table systems) {
            for (var id : systems.items().keySet()) {
                var rule = numberingSystems.text("numberingSystems", id, "desc").orElseThrow();
                if (rule.contains("/SpelloutRules/")) {
                    locales.add(rule.substring(0, rule.indexOf('/')));
                }
            }
        }
        return locales;
    }
}
