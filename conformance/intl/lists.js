'use strict';
// Lists of one to four, of every type and style.
const words = ['A', 'B', 'C', 'D'];
for (const locale of ['en', 'de', 'fr', 'ja', 'zh', 'ar', 'th', 'hi', 'ru', 'ko', 'pt', 'es', 'tr', 'he', 'it']) {
  for (const type of ['conjunction', 'disjunction', 'unit']) {
    for (const style of ['long', 'short', 'narrow']) {
      const format = new Intl.ListFormat(locale, { type, style });
      console.log(locale, type, style, [0, 1, 2, 3, 4].map((count) => format.format(words.slice(0, count))).join(' | '));
    }
  }
}
// Spanish changes its words for and and or before some letters.
const and = new Intl.ListFormat('es');
const or = new Intl.ListFormat('es', { type: 'disjunction' });
console.log(and.format(['Ana', 'Isabel']), and.format(['Ana', 'Hielo']), or.format(['siete', 'ocho']), or.format(['10', '11']));
console.log(JSON.stringify(new Intl.ListFormat('en').formatToParts(words)));
