'use strict';
// Random bytes, in random parts, by random labels and flags. Of the encodings that Node decodes otherwise than the standard
// only this is checked, that parts give the same text as the whole.

const LIKE_NODE = ['utf-8', 'utf-16le', 'utf-16be', 'latin1', 'windows-1252', 'iso-8859-2', 'iso-8859-8-i', 'koi8-r', 'macintosh', 'ibm866',
                   'windows-1251', 'windows-874', 'x-mac-cyrillic', 'x-user-defined'];
const LIKE_STANDARD = ['gbk', 'gb18030', 'big5', 'euc-jp', 'shift_jis', 'euc-kr', 'iso-2022-jp'];
const LABELS = [' UTF-8 ', 'utf8', 'ASCII', '\tlatin1\n', 'unicode-1-1-utf-8', 'ucs-2', 'x-sjis', 'GB2312', 'replacement', 'utf-32', '', 'utf-7',
                'iso-2022-kr', '\u00a0utf-8', 'hz-gb-2312', 'İso-8859-1'];
const PIECES = [[0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff], [0xc3, 0xa9], [0xe6, 0xbc, 0xa2], [0xf0, 0x9f, 0x98, 0x80], [0xed, 0xa0, 0x80],
                [0xc0, 0x80], [0xf4, 0x90], [0x3d, 0xd8], [0x00, 0xde], [0xd8, 0x3d], [0x81, 0x30, 0x81, 0x30], [0x84, 0x31, 0xa4, 0x37],
                [0x81, 0x3c], [0xa1, 0xa1], [0x8f, 0xa2, 0xaf], [0x1b, 0x24, 0x42], [0x1b, 0x28, 0x4a], [0x80], [0xff], [0x0d, 0x0a], [0x3c], [0x41, 0x42, 0x43]];

exports.cases = 12_000;

exports.run = (random) => {
  const label = random.once(10) ? random.pick(LABELS) : random.pick(random.once(4) ? LIKE_STANDARD : LIKE_NODE);
  const options = { fatal: random.once(3), ignoreBOM: random.once(2) };
  let decoder;
  try {
    decoder = new TextDecoder(label, options);
  } catch (error) {
    return `${JSON.stringify(label)}: ${error.name} ${error.code} ${error.message}`;
  }
  const bytes = [];
  for (let i = random.size(random.once(10) ? 300 : 10); i > 0; i--) bytes.push(...(random.once(3) ? random.bytes(1) : random.pick(PIECES)));

  const decode = (part, how) => {
    try {
      return decoder.decode(part, how);
    } catch (error) {
      return `${error.name} ${error.code} ${error.message}`;
    }
  };
  const whole = decode(Uint8Array.from(bytes));
  const parts = [];
  for (let at = 0, size; at < bytes.length; at += size) {
    size = random.between(1, 1 + random.size(20));
    const part = Uint8Array.from(bytes.slice(at, at + size));
    // A decoder that has refused its bytes is in no defined state.
    parts.push(decode(random.once(4) ? part.buffer : part, { stream: true }));
    if (options.fatal && parts.at(-1).startsWith('TypeError')) break;
  }
  const failed = options.fatal && parts.at(-1)?.startsWith('TypeError');
  if (!failed) parts.push(decode());
  const isStandard = LIKE_STANDARD.includes(decoder.encoding);
  const about = `${decoder.encoding} ${decoder.fatal} ${decoder.ignoreBOM} ${Buffer.from(bytes).toString('hex')}`;
  if (isStandard && process.versions.gyre === undefined) return about;
  if (!options.fatal && parts.join('') !== whole) throw new Error(`${label} ${bytes}: ${JSON.stringify(parts)} in parts, ${JSON.stringify(whole)} as a whole`);
  return isStandard ? about : `${about}\n${JSON.stringify(whole)}\n${JSON.stringify(parts)}`;
};
