'use strict';
// Every sanctioned unit in three lengths, and units formed from two.
const units = Intl.supportedValuesOf('unit');
const pairs = [
  'kilometer-per-hour', 'mile-per-hour', 'meter-per-second', 'liter-per-kilometer', 'mile-per-gallon', 'gram-per-liter', 'byte-per-second',
  'megabit-per-second', 'celsius-per-minute', 'kilogram-per-day', 'percent-per-month', 'foot-per-year', 'pound-per-acre',
  'kilobyte-per-millisecond', 'hour-per-week',
];
// Worded differently by ICU 77 and 78.
const reworded = new Set([
  'de fluid-ounce', 'de hour', 'de microsecond', 'de millisecond', 'de hour-per-week', 'hi meter-per-second', 'sv fluid-ounce', 'sv inch',
]);
console.log(units.join());
for (const locale of ['en', 'de', 'fr', 'ja', 'zh', 'ar', 'th', 'hi', 'ru', 'ko', 'pt', 'es', 'tr', 'pl', 'sv']) {
  for (const unit of [...units, ...pairs]) {
    if (reworded.has(`${locale} ${unit}`)) {
      continue;
    }
    const forms = ['long', 'short', 'narrow'].map((unitDisplay) => {
      const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay });
      return [1, 2, 5, 1.5, -1234].map((value) => format.format(value)).join('; ');
    });
    console.log(locale, unit, forms.join(' | '));
  }
}
try {
  new Intl.NumberFormat('en', { style: 'unit', unit: 'furlong' });
} catch (error) {
  console.log(error.name, error.message);
}
