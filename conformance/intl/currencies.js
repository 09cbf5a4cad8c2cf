'use strict';
// Currencies: symbols, codes, names in the plural, accounting, the digits that each has.
const currencies = ['USD', 'EUR', 'JPY', 'GBP', 'CNY', 'INR', 'RUB', 'KRW', 'BRL', 'MXN', 'TRY', 'CHF', 'SAR', 'EGP', 'THB', 'KWD', 'CLF', 'DEM', 'XXX', 'XAU'];
for (const locale of ['en', 'en-CA', 'de', 'de-AT', 'fr', 'ja', 'zh', 'zh-Hant', 'ar', 'th', 'hi', 'ru', 'ko', 'pt', 'pt-PT', 'es', 'es-MX', 'tr', 'pl']) {
  for (const currency of currencies) {
    const forms = ['symbol', 'narrowSymbol', 'code', 'name'].map((currencyDisplay) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay }));
    console.log(locale, currency, forms.map((form) => form.format(1234.5)).join(' | '), forms[3].format(1), forms[3].format(2));
  }
  const accounting = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', currencySign: 'accounting' });
  const compact = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', notation: 'compact' });
  console.log(locale, accounting.format(-3.5), compact.format(-987));
}
for (const currency of currencies) {
  console.log(currency, new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits);
}
