'use strict';
// Locales as such: likely subtags, canonical forms, what a locale prefers, what is supported.
for (const tag of ['en', 'de', 'ja', 'zh', 'zh-TW', 'zh-HK', 'ar', 'th', 'hi', 'ru', 'ko', 'pt', 'es', 'tr', 'sr', 'uz-AF', 'pa-PK', 'und-Cyrl', 'az-IR', 'fa', 'he', 'iw', 'mo']) {
  const locale = new Intl.Locale(tag);
  console.log(tag, locale.maximize().toString(), locale.minimize().toString(), locale.getCalendars?.().join(), locale.getCollations?.().join(),
    locale.getHourCycles?.().join(), locale.getNumberingSystems?.().join(), JSON.stringify(locale.getTextInfo?.()), JSON.stringify(locale.getWeekInfo?.()));
}
for (const tag of ['EN-us', 'de-DD', 'sr-YU', 'en-u-ca-islamicc', 'hy-arevela', 'und-u-kn-true', 'ja-Latn-hepburn-heploc', 'en-t-de-u-nu-latn-x-y']) {
  console.log(tag, Intl.getCanonicalLocales(tag)[0]);
}
console.log(new Intl.Locale('de', { region: 'CH', calendar: 'buddhist', hourCycle: 'h23', collation: 'phonebk', numeric: true }).toString());
console.log(new Intl.Locale('en-US').getTimeZones?.().slice(0, 5).join(), new Intl.Locale('de-DE').getTimeZones?.().join());
for (const service of ['DateTimeFormat', 'NumberFormat', 'Collator', 'PluralRules', 'RelativeTimeFormat', 'ListFormat', 'DisplayNames', 'Segmenter', 'DurationFormat']) {
  const asked = ['en', 'de-CH', 'fr-CA', 'ja', 'zh-Hant-HK', 'ar-EG', 'th', 'hi', 'ru', 'ko', 'pt-PT', 'es-419', 'tr', 'tlh', 'xx', 'gsw', 'yue', 'haw', 'sr-Latn-RS'];
  console.log(service, Intl[service].supportedLocalesOf(asked).join());
}
for (const key of ['calendar', 'collation', 'currency', 'unit']) {
  console.log(key, Intl.supportedValuesOf(key).join());
}
// ICU 78 knows one more numbering system, and one more zone.
console.log(Intl.supportedValuesOf('numberingSystem').filter((name) => name !== 'tols').join());
console.log(Intl.supportedValuesOf('timeZone').filter((name) => name !== 'America/Coyhaique').join());
