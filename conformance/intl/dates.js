'use strict';
// Dates and times in the styles and fields of Intl.DateTimeFormat, locale by locale.
const locales = ['en', 'en-GB', 'de', 'fr', 'ja', 'zh', 'ar', 'ar-EG', 'th', 'hi', 'ru', 'ko', 'pt', 'pt-PT', 'es', 'es-MX', 'tr'];
const when = Date.UTC(2024, 1, 29, 15, 4, 5, 678);
const options = [
  {},
  { dateStyle: 'full' }, { dateStyle: 'long' }, { dateStyle: 'medium' }, { dateStyle: 'short' },
  { timeStyle: 'medium' }, { timeStyle: 'short' },
  { dateStyle: 'medium', timeStyle: 'short' },
  { weekday: 'long' }, { weekday: 'short' }, { weekday: 'narrow' },
  { era: 'long', year: 'numeric' }, { era: 'short', year: 'numeric', month: 'short' },
  { year: '2-digit', month: '2-digit', day: '2-digit' },
  { year: 'numeric', month: 'long' }, { month: 'long' }, { month: 'short', day: 'numeric' }, { month: 'narrow' },
  { weekday: 'long', year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  { hour: 'numeric' }, { hour: 'numeric', hour12: true }, { hour: '2-digit', hour12: false },
  { hour: 'numeric', minute: '2-digit', hourCycle: 'h24' },
  { hour: 'numeric', dayPeriod: 'long' }, { hour: 'numeric', dayPeriod: 'short' }, { dayPeriod: 'narrow' },
  { minute: 'numeric', second: 'numeric', fractionalSecondDigits: 3 },
];
// Worded differently by ICU 77 and 78.
const reworded = new Set([
  'de {"hour":"numeric","hour12":true}', 'pt-PT {"hour":"numeric","hour12":true}', 'es {"hour":"numeric","hour12":true}',
  'th {"hour":"numeric","hour12":true}', 'th {"weekday":"short"}',
]);
for (const locale of locales) {
  for (const option of options) {
    if (reworded.has(`${locale} ${JSON.stringify(option)}`)) {
      continue;
    }
    const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...option });
    console.log(locale, JSON.stringify(option), format.format(when));
  }
}
for (const locale of locales) {
  const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'medium' });
  console.log(locale, JSON.stringify(format.formatToParts(when)));
  const range = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', year: 'numeric', month: 'numeric', day: 'numeric' });
  console.log(locale, range.formatRange(when, when + 3 * 864e5), '|', range.formatRange(when, when + 400 * 864e5));
  console.log(locale, JSON.stringify(range.resolvedOptions()));
}
