'use strict';
// Durations in every style.
const durations = [
  { years: 1, months: 2, weeks: 3, days: 4, hours: 5, minutes: 6, seconds: 7, milliseconds: 8, microseconds: 9, nanoseconds: 10 },
  { hours: 1, minutes: 1, seconds: 1 }, { days: 1 }, { hours: -2, minutes: -30 }, { minutes: 0, seconds: 5 }, { seconds: 0 },
];
for (const locale of ['en', 'de', 'fr', 'ja', 'zh', 'ar', 'th', 'hi', 'ru', 'ko', 'pt', 'es', 'tr']) {
  for (const style of ['long', 'short', 'narrow', 'digital']) {
    if (locale === 'de' && style === 'narrow') {
      continue; // worded differently by ICU 77 and 78
    }
    const format = new Intl.DurationFormat(locale, { style });
    console.log(locale, style, durations.map((duration) => format.format(duration)).join(' | '));
  }
  const mixed = new Intl.DurationFormat(locale, { hours: 'numeric', fractionalDigits: 2, daysDisplay: 'always' });
  console.log(locale, mixed.format({ hours: 10, minutes: 2, seconds: 3, milliseconds: 456 }));
}
console.log(JSON.stringify(new Intl.DurationFormat('en').formatToParts(durations[1])));
