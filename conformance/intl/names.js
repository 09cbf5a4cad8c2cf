'use strict';
// Names of languages, regions, scripts, currencies, calendars and fields of dates.
const codes = {
  language: ['en', 'en-GB', 'de', 'de-CH', 'fr-CA', 'zh-Hans', 'zh-Hant-HK', 'pt-BR', 'es-419', 'ar-001', 'sr-Latn', 'nl-BE', 'gsw', 'yue', 'fil', 'ca-valencia', 'und'],
  region: ['US', 'GB', 'DE', 'CN', 'HK', 'TW', 'JP', 'BR', 'EG', 'TR', 'RU', 'IN', 'TH', 'CI', 'CD', 'XK', '419', '001', '150'],
  script: ['Latn', 'Cyrl', 'Arab', 'Deva', 'Hans', 'Hant', 'Jpan', 'Kore', 'Thai', 'Grek', 'Hebr'],
  currency: ['USD', 'EUR', 'JPY', 'CNY', 'RUB', 'KRW', 'BRL', 'TRY', 'INR', 'THB', 'EGP', 'DEM', 'XAU'],
  calendar: ['gregory', 'buddhist', 'chinese', 'persian', 'roc', 'coptic', 'indian'],
  dateTimeField: ['era', 'year', 'quarter', 'month', 'weekOfYear', 'weekday', 'day', 'dayPeriod', 'hour', 'minute', 'second', 'timeZoneName'],
};
for (const locale of ['en', 'de', 'fr', 'ja', 'zh', 'zh-Hant', 'ar', 'th', 'hi', 'ru', 'ko', 'pt', 'es', 'tr']) {
  for (const [type, list] of Object.entries(codes)) {
    for (const style of ['long', 'short', 'narrow']) {
      const names = new Intl.DisplayNames(locale, { type, style });
      console.log(locale, type, style, list.map((code) => names.of(code)).join(' | '));
    }
  }
  const standard = new Intl.DisplayNames(locale, { type: 'language', languageDisplay: 'standard' });
  console.log(locale, codes.language.map((code) => standard.of(code)).join(' | '));
}
const none = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
console.log(none.of('QX'), new Intl.DisplayNames('en', { type: 'region' }).of('QX'));
