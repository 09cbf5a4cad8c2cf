'use strict';
// Relative times of every unit, in words and in numbers.
const units = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];
// Worded differently by ICU 77 and 78.
const reworded = new Set(['fr short auto year', 'fr narrow auto year']);
for (const locale of ['en', 'de', 'fr', 'ja', 'zh', 'ar', 'th', 'hi', 'ru', 'ko', 'pt', 'es', 'tr', 'pl', 'cs']) {
  for (const style of ['long', 'short', 'narrow']) {
    for (const numeric of ['always', 'auto']) {
      const format = new Intl.RelativeTimeFormat(locale, { style, numeric });
      for (const unit of units) {
        if (reworded.has(`${locale} ${style} ${numeric} ${unit}`)) {
          continue;
        }
        console.log(locale, style, numeric, unit, [-10, -2, -1, -0, 0, 1, 2, 5.5, 1000].map((value) => format.format(value, unit)).join(' | '));
      }
    }
  }
  console.log(locale, JSON.stringify(new Intl.RelativeTimeFormat(locale).formatToParts(-1234, 'day')));
}
