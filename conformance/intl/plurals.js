'use strict';
// Plural categories of cardinals, ordinals and ranges.
const values = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 20, 21, 22, 42, 71, 80, 99, 100, 101, 102, 103, 111, 1000, 1e6, 0.5, 1.5, 1.0, 2.25];
for (const locale of ['en', 'de', 'fr', 'ja', 'zh', 'ar', 'th', 'hi', 'ru', 'ko', 'pt', 'pt-PT', 'es', 'tr', 'pl', 'cy', 'ga', 'lt', 'sl', 'mt', 'he', 'br']) {
  for (const type of ['cardinal', 'ordinal']) {
    const rules = new Intl.PluralRules(locale, { type });
    console.log(locale, type, rules.resolvedOptions().pluralCategories.join());
    console.log(locale, type, values.map((value) => `${value}:${rules.select(value)}`).join(' '));
    console.log(locale, type, [[0, 1], [1, 2], [1, 5], [2, 11], [0, 100]].map(([from, to]) => rules.selectRange(from, to)).join());
  }
  const digits = new Intl.PluralRules(locale, { minimumFractionDigits: 2 });
  console.log(locale, digits.select(1), digits.select(2), new Intl.PluralRules(locale, { notation: 'compact' }).select(1e6));
}
