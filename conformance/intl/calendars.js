'use strict';
// Every calendar, with the numbering systems that some of them write dates in.
const calendars = [
  'buddhist', 'chinese', 'coptic', 'dangi', 'ethioaa', 'ethiopic', 'gregory', 'hebrew', 'indian', 'islamic-civil', 'islamic-tbla',
  'islamic-umalqura', 'iso8601', 'japanese', 'persian', 'roc',
];
const moments = [Date.UTC(2024, 1, 29), Date.UTC(2023, 8, 16), Date.UTC(1868, 9, 25)];
for (const locale of ['en', 'de', 'fr', 'ja', 'zh', 'zh-Hant', 'ar', 'th', 'he', 'fa', 'hi', 'ru', 'ko', 'am']) {
  for (const calendar of calendars) {
    for (const dateStyle of ['full', 'short']) {
      const format = new Intl.DateTimeFormat(locale, { calendar, dateStyle, timeZone: 'UTC' });
      console.log(locale, calendar, dateStyle, moments.map((moment) => format.format(moment)).join(' | '));
    }
    const parts = new Intl.DateTimeFormat(locale, { calendar, year: 'numeric', month: 'long', era: 'short', timeZone: 'UTC' });
    console.log(locale, calendar, JSON.stringify(parts.formatToParts(moments[0])));
  }
}
for (const tag of ['th', 'fa', 'ar-SA', 'he', 'ja-JP-u-ca-japanese', 'zh-u-ca-chinese', 'ja-u-ca-buddhist', 'en-u-ca-islamic-umalqura']) {
  console.log(tag, new Intl.DateTimeFormat(tag).resolvedOptions().calendar);
}
