'use strict';
// The four normalization forms over letters, ligatures, Hangul, Han, marks out of order; and case by locale.
const show = (text) => [...text].map((char) => char.codePointAt(0).toString(16)).join(' ');
const texts = ['\u00e9', 'e\u0301', '\u1e9b\u0323', '\ufb01', '\u2460', '\u210c', '\uac01', '\u1100\u1161\u11a8', '\uf900', '\u212b', '\u0344', 'q\u0307\u0323',
  '\u0958', '\u30ac', '\uff76\uff9e', '\u3300', '\ufdfa', '\u{1d15e}', '\u{2f800}', '\u0f73\u0f71', '\u{1109a}', 'plain ascii', 'Å\u2126\u00bd\u00b2'];
for (const text of texts) {
  console.log(show(text), ['NFC', 'NFD', 'NFKC', 'NFKD'].map((form) => `${form} ${show(text.normalize(form))}`).join(' | '));
}
const hashes = {};
for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD']) {
  let hash = 0;
  for (const [first, last] of [[0, 0xa000], [0xac00, 0xd7ff], [0xf900, 0xffff], [0x1d100, 0x1d7ff], [0x2f800, 0x2fa1d]]) {
    for (let code = first; code <= last; code++) {
      for (const char of String.fromCodePoint(code).normalize(form)) {
        hash = (Math.imul(hash, 31) + char.codePointAt(0)) | 0;
      }
    }
  }
  hashes[form] = hash;
}
console.log(JSON.stringify(hashes));
for (const locale of ['en', 'tr', 'az', 'lt', 'el', 'nl', 'de']) {
  console.log(locale, 'iıİI ijssel straße ΆΛΦΑ άλφα ὈΔΥΣΣΕΎΣ i̇̀ į́ ﬃ'.toLocaleUpperCase(locale), 'İIıi ΌΔΟΣ ÌĮ́ IJ'.toLocaleLowerCase(locale));
}
