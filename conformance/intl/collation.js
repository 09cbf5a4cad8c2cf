'use strict';
// The order of words by locale, variant, strength, case and number.
const words = {
  latin: ['zebra', 'Zebra', 'apple', 'Äpfel', 'Apfel', 'äpfel', 'öl', 'Oel', 'ol', 'Straße', 'Strasse', 'straße', 'ñandú', 'nandu', 'nz',
    'côte', 'coté', 'cote', 'côté', 'llama', 'luz', 'chico', 'cz', 'Åse', 'åse', 'aase', 'ıssız', 'issiz', 'İzmir', 'çay', 'cay', 'file10', 'file9',
    'co-op', 'coop', 'co op', 'þing', 'đak', 'łza', 'lza', '', '!', '10', '9'],
  cyrillic: ['яблоко', 'ёлка', 'елка', 'Ель', 'ежик', 'ґанок', 'гора', 'їжак', 'иней', 'йод'],
  arabic: ['ب', 'ا', 'أ', 'إ', 'آ', 'ة', 'ه', 'ي', 'ى', 'ک', 'ك'],
  greek: ['Ωμέγα', 'ωμεγα', 'άλφα', 'Αλφα', 'βήτα'],
  thai: ['แมว', 'มาก', 'เก่า', 'กา', 'ไก่', 'ขา', 'โต'],
  devanagari: ['हाथ', 'आम', 'अनार', 'क्षमा', 'कमल', 'ज्ञान', 'जल'],
  han: ['中', '国', '日', '本', '人', '一', '二', '十', '三', '张', '張', '王', '李', '啊', '佛', '山', '川', '石', '水', '曾', '重', '长'],
  kana: ['か', 'が', 'カ', 'ガ', 'ヵ', 'きゃ', 'キヤ', 'きや', 'ー', 'はあ', 'はー', 'ハー', 'ｶ', 'ん', 'っ', 'つ'],
  hangul: ['가', '각', '나', '힣', '한', '한글', '韓', '國', '가나', 'ㄱ', 'ㅏ'],
};
const tags = [
  'en', 'de', 'de-u-co-phonebk', 'de-AT-u-co-phonebk', 'fr', 'fr-CA', 'es', 'es-u-co-trad', 'sv', 'sv-u-co-trad', 'da', 'tr', 'pl', 'hr', 'is', 'ru', 'uk',
  'ar', 'ar-u-co-compat', 'fa', 'el', 'th', 'hi', 'ja', 'ja-u-co-unihan', 'ko', 'ko-u-co-unihan', 'ko-u-co-searchjl', 'zh', 'zh-u-co-stroke',
  'zh-u-co-zhuyin', 'zh-u-co-unihan', 'zh-Hant', 'zh-TW', 'en-u-co-emoji', 'en-u-co-eor', 'en-u-kn', 'en-u-kf-upper', 'da-u-kf-lower', 'si-u-co-dict', 'vi', 'cs', 'lt',
];
for (const tag of tags) {
  const collator = new Intl.Collator(tag);
  const { locale, collation } = collator.resolvedOptions();
  console.log(tag, locale, collation);
  for (const [script, list] of Object.entries(words)) {
    console.log(tag, script, [...list].sort(collator.compare).join(' '));
  }
}
for (const locale of ['en', 'de', 'ja', 'tr']) {
  for (const sensitivity of ['base', 'accent', 'case', 'variant']) {
    const options = { sensitivity };
    console.log(locale, sensitivity, [['a', 'á'], ['a', 'A'], ['か', 'カ'], ['か', 'が'], ['i', 'I'], ['ss', 'ß']]
      .map(([left, right]) => left.localeCompare(right, locale, options)).join());
  }
  const search = new Intl.Collator(locale, { usage: 'search', ignorePunctuation: true, numeric: true, caseFirst: 'upper' });
  console.log(locale, JSON.stringify(search.resolvedOptions()), search.compare('co-op 2', 'coop 10'));
}
console.log(['😀', '👍', '❤️', '🇩🇪', '🐱', '1️⃣'].sort(new Intl.Collator('en-u-co-emoji').compare).join(' '));
console.log('a'.localeCompare('b'), 'résumé'.localeCompare('resume', 'fr'), '\u0061\u030a'.localeCompare('\u00e5'));
