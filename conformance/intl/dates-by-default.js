'use strict';
// What Date's own methods print; a gap in the data shows here first.
const date = new Date(Date.UTC(1999, 11, 31, 23, 59, 58));
console.log(date.toUTCString());
console.log(date.toISOString());
console.log(new Date(NaN).toUTCString());
for (const locale of ['en', 'de', 'fr', 'ja', 'zh', 'ar', 'th', 'hi', 'ru', 'ko', 'pt', 'es', 'tr', 'en-US-u-va-posix']) {
  const utc = { timeZone: 'UTC' };
  console.log(locale, date.toLocaleString(locale, utc));
  console.log(locale, date.toLocaleDateString(locale, utc));
  console.log(locale, date.toLocaleTimeString(locale, utc));
  console.log(locale, (1234567.891).toLocaleString(locale), 12345678901234567890n.toLocaleString(locale));
  console.log(locale, [1.5, 2000, date].toLocaleString(locale, utc));
}
