'use strict';
const bytes = Uint8Array.from({ length: 128 }, (_, i) => i + 128);
for (const label of ['866', 'latin2', 'l3', 'latin4', 'cyrillic', 'arabic', 'greek', 'logical', 'l6', 'iso-8859-13', 'iso-8859-14', 'l9',
  'iso-8859-16', 'koi', 'koi8-u', 'mac', 'tis-620', 'cp1250', 'cp1251', 'ascii', 'cp1253', 'latin5', 'cp1255', 'cp1256', 'cp1257', 'cp1258',
  'x-mac-ukrainian', 'x-user-defined', ' Latin1\n', 'nonsense', 'replacement']) {
  try {
    const decoder = new TextDecoder(label);
    console.log(decoder.encoding, decoder.decode(bytes).replace(/[\x80-\xa0\xad]|\p{C}|\p{M}/gu, (char) => char.codePointAt(0).toString(16)));
    new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
