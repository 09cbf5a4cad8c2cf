'use strict';
// Graphemes, words and sentences. Chinese, Japanese, Thai, Lao, Khmer and Burmese words come from dictionaries.
const texts = {
  en: 'Mr. Smith paid $3.50 for "it\'s fine". Dr. No didn\'t. 12:30 e.g. at 5 p.m. Really?! Yes…',
  de: 'Am 3. Mai z. B. kam er. Größe: 1.234,56 €. „Ja“, sagte sie.',
  fr: 'Aujourd\'hui, l\'homme n\'est pas là. C\'est « bien » !',
  ja: '吾輩は猫である。名前はまだ無い。東京都に住んでいます。カタカナとひらがな。',
  zh: '我是中国人。北京大学的学生很多。今天天气怎么样？中华人民共和国。',
  ko: '안녕하세요. 저는 한국어를 공부합니다. 정말요?',
  th: 'ผมรักภาษาไทยมาก วันนี้อากาศดี กรุงเทพมหานคร',
  lo: 'ສະບາຍດີຂ້ອຍຮຽນພາສາລາວ',
  km: 'ខ្ញុំរៀនភាសាខ្មែរនៅភ្នំពេញ',
  my: 'မြန်မာဘာသာစကားကိုလေ့လာသည်',
  hi: 'नमस्ते। मैं हिन्दी सीखता हूँ। क्षत्रिय',
  ar: 'مرحبا بالعالم. كيف حالك؟ بخير!',
  ru: 'Привет, мир! Это г. Москва. Т. е. всё.',
  el: 'Τι κάνεις; Καλά. Ευχαριστώ!',
  he: 'שלום עולם. צה"ל ומע״מ.',
  emoji: '👨‍👩‍👧‍👦👍🏽🇩🇪🇫🇷e\u0301\u0323क्षि각각\r\n❤️1️⃣🏴󠁧󠁢󠁥󠁮󠁧󠁿',
};
for (const [locale, text] of Object.entries(texts)) {
  for (const granularity of ['grapheme', 'word', 'sentence']) {
    if (locale === 'km' && granularity === 'grapheme') {
      continue; // the rules of Unicode 16 and 17 differ
    }
    const segmenter = new Intl.Segmenter(locale === 'emoji' ? 'en' : locale, { granularity });
    const segments = [...segmenter.segment(text)];
    console.log(locale, granularity, segments.map(({ segment, isWordLike }) => JSON.stringify(segment) + (isWordLike ? '' : '-')).join(' '));
  }
}
const words = new Intl.Segmenter('ja', { granularity: 'word' }).segment(texts.ja);
console.log(JSON.stringify(words.containing(4)), words.containing(1000));
