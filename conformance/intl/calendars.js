'use strict';
// Every calendar, with the numbering systems that some of them write dates in.
const calendars = [
  'buddhist', 'chinese', 'dangi', 'gregory', 'hebrew', 'islamic-civil', 'islamic-tbla', 'islamic-umalqura', 'japanese', 'persian',
];
// ICU 77 and 78 name their eras differently.
const calendarsWithoutEra = ['coptic', 'ethioaa', 'ethiopic', 'indian', 'iso8601', 'roc'];
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
for (const locale of ['en', 'de', 'fr', 'ja', 'zh', 'ar', 'am', 'hi', 'ko']) {
  for (const calendar of calendarsWithoutEra) {
    const format = new Intl.DateTimeFormat(locale, { calendar, month: 'long', day: 'numeric', timeZone: 'UTC' });
    console.log(locale, calendar, moments.map((moment) => format.format(moment)).join(' | '));
  }
}
for (const tag of ['th', 'fa', 'ar-SA', 'he', 'ja-JP-u-ca-japanese', 'zh-u-ca-chinese', 'ja-u-ca-buddhist', 'en-u-ca-islamic-umalqura']) {
  console.log(tag, new Intl.DateTimeFormat(tag).resolvedOptions().calendar);
}
