'use strict';
// Numbers: decimals, percent, currencies, compact and scientific notation, signs, rounding, ranges, digits.
const locales = ['en', 'de', 'fr', 'ja', 'zh', 'ar', 'ar-EG', 'th', 'hi', 'ru', 'ko', 'pt', 'pt-PT', 'es', 'tr', 'de-AT', 'pl', 'cs'];
const values = [0, -0, 1, -1.5, 12.345, 1234.5678, -98765432.1, 1e21, NaN, Infinity, 123456789012345678901234567890n];
const options = [
  {},
  { minimumFractionDigits: 2 }, { maximumFractionDigits: 0 }, { maximumSignificantDigits: 3 }, { minimumIntegerDigits: 5 },
  { style: 'percent' }, { style: 'percent', maximumFractionDigits: 1 },
  { notation: 'scientific' }, { notation: 'engineering' }, { notation: 'compact' }, { notation: 'compact', compactDisplay: 'long' },
  { signDisplay: 'always' }, { signDisplay: 'exceptZero' }, { signDisplay: 'never' }, { signDisplay: 'negative' },
  { useGrouping: false }, { useGrouping: 'min2' }, { useGrouping: 'always' },
  { maximumFractionDigits: 1, roundingMode: 'halfEven' }, { maximumFractionDigits: 0, roundingMode: 'ceil' },
  { maximumFractionDigits: 2, minimumFractionDigits: 2, roundingIncrement: 5 },
  { minimumFractionDigits: 2, trailingZeroDisplay: 'stripIfInteger' },
  { maximumFractionDigits: 2, maximumSignificantDigits: 2, roundingPriority: 'lessPrecision' },
];
for (const locale of locales) {
  for (const option of options) {
    const format = new Intl.NumberFormat(locale, option);
    console.log(locale, JSON.stringify(option), values.map((value) => format.format(value)).join(' | '));
  }
}
for (const locale of locales) {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 });
  console.log(locale, format.formatRange(3, 5), format.formatRange(2.9, 3.1));
  console.log(locale, JSON.stringify(format.formatToParts(1234567.5)));
}
for (const numberingSystem of Intl.supportedValuesOf('numberingSystem').filter((name) => name !== 'tols')) {
  console.log(numberingSystem, new Intl.NumberFormat('en', { numberingSystem }).format(-1234567.89));
}
for (const tag of ['ar', 'ar-MA', 'fa', 'hi-u-nu-native', 'mr', 'ne', 'my', 'bn', 'dz', 'en-u-nu-thai', 'zh-u-nu-hanidec', 'ta-u-nu-tamldec']) {
  console.log(tag, new Intl.NumberFormat(tag).resolvedOptions().numberingSystem, new Intl.NumberFormat(tag).format(9876.5));
}
