'use strict';
// Calls of Buffer's methods with good and odd arguments, one after the other on the same bytes. -0 is told from 0.

const TEXTS = ['a', 'abc', ' ', 'é', 'ÿ', 'Ж', '漢', '😀', '\ud800', '\udc00', '\0', '=', '-_', '+/', 'ff', '0x', 'gg', '\n', 'x'.repeat(40)];
const ENCODINGS = ['utf8', 'utf-8', 'UTF8', 'ucs2', 'utf16le', 'latin1', 'binary', 'ascii', 'hex', 'base64', 'base64url'];
const ODD = [-0, null, undefined, NaN, '', '1', '-1', [], {}, false, true, 0.5, -0.5, -1, 1e9, -1e9, 2 ** 32, Infinity, -Infinity, 'utf7'];
const NUMBERS = ['Int8', 'UInt8', 'Int16LE', 'Int16BE', 'UInt16LE', 'UInt16BE', 'Int32LE', 'Int32BE', 'UInt32LE', 'UInt32BE', 'FloatLE',
                 'FloatBE', 'DoubleLE', 'DoubleBE', 'BigInt64LE', 'BigInt64BE', 'BigUInt64LE', 'BigUInt64BE', 'Uint8', 'BigUint64LE'];
const SIZED = ['IntLE', 'IntBE', 'UIntLE', 'UIntBE'];
const VALUES = [0, -0, 1, -1, 127, 128, 255, 256, -128, -129, 65535, 2 ** 31, 2 ** 32 - 1, -(2 ** 31), 2 ** 40, 2 ** 47, 2 ** 48, 1.5, -1.5, NaN,
                1e300, Infinity, '7', '', null, undefined, true, {}];
const BIG = [0n, 1n, -1n, 2n ** 63n, 2n ** 64n - 1n, -(2n ** 63n), 2n ** 64n, 1, '1'];

function shown(value) {
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'string') return JSON.stringify(value);
  if (Buffer.isBuffer(value)) return `<${value.toString('hex')}>`;
  if (value instanceof Uint8Array) return `u8<${Buffer.from(value).toString('hex')}>`;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

exports.cases = 12_000;

exports.run = (random) => {
  const text = (most = 12) => random.text(random.size(random.once(6) ? 200 : most), TEXTS);
  const encoding = () => (random.once(25) ? random.pick(['utf7', '', null, undefined, 1, 'Latin1 ']) : random.pick(ENCODINGS));
  const place = () => (random.once(5) ? random.pick(ODD) : random.between(-2, buffer.length + 2));
  const view = () => random.pick([() => Buffer.from(text(4)), () => random.bytes(random.size(5)), () => new Uint16Array([97, 25000]),
                                  () => new DataView(new ArrayBuffer(3)), () => buffer.subarray(1, 3)])();
  // What is looked for; Node takes an end that is no number for a bug of its own and aborts, and an infinite one for 0.
  const end = () => random.pick([undefined, random.between(-2, buffer.length + 2), NaN, 0.5, 1e9]);
  const needle = () => random.pick([() => text(2), () => random.int(300) - 20, view, () => random.pick(ODD)])();
  const buffer = random.pick([() => Buffer.from(random.bytes(random.size(40))), () => Buffer.from(text()), () => Buffer.alloc(random.size(300), text(3) || 'a')])();

  // Each a name, its arguments, and the object it is called on if that is not the buffer.
  const calls = [
    () => ['toString', [encoding(), place(), place()]],
    () => ['write', random.pick([[text()], [text(), place(), 'utf8'], [text(), encoding()], [text(), place(), place(), encoding()]])],
    () => ['fill', random.pick([[needle()], [text(3), encoding()], [text(3), place(), place(), encoding()], [random.int(400) - 100, place(), place()], [view(), place()]])],
    () => ['indexOf', random.pick([[needle()], [needle(), place()], [text(2), place(), random.pick(ENCODINGS)], [needle(), place(), end(), 'utf8']])],
    () => ['lastIndexOf', random.pick([[needle()], [needle(), place()], [text(2), place(), random.pick(ENCODINGS)], [needle(), place(), end(), 'latin1']])],
    () => ['includes', [needle(), place()]],
    () => ['slice', [place(), place()]],
    () => ['subarray', [place(), place()]],
    () => ['equals', [view()]],
    () => ['compare', random.pick([[view()], [view(), place(), place()], [view(), place(), place(), place(), place()]])],
    () => ['copy', [random.once(3) ? buffer : view(), place(), place(), place()]],
    () => [`swap${random.pick([16, 32, 64])}`, []],
    () => [`read${random.pick(NUMBERS)}`, random.once(4) ? [] : [place()]],
    () => [`read${random.pick(SIZED)}`, [place(), random.once(6) ? random.pick(ODD) : random.between(0, 7)]],
    () => {
      const kind = random.pick(NUMBERS);
      return [`write${kind}`, [random.pick(kind.startsWith('Big') ? BIG : VALUES), place()]];
    },
    () => [`write${random.pick(SIZED)}`, [random.pick(VALUES), place(), random.once(6) ? random.pick(ODD) : random.between(0, 7)]],
    () => [`${random.pick(['ascii', 'latin1', 'utf8', 'ucs2', 'hex', 'base64', 'base64url'])}Slice`, [place(), place()]],
    () => ['toJSON', []],
    () => ['from', random.pick([[text(), encoding()], [needle()], [random.pick([[1, 256, -1, '7', NaN, 'x', null], { length: 2, 0: 5 }, { type: 'Buffer', data: [1, 2] }])], [new ArrayBuffer(8), place(), place()]]), Buffer],
    () => ['byteLength', [needle(), encoding()], Buffer],
    () => ['concat', [[view(), view()].filter(() => !random.once(6)), random.once(2) ? undefined : random.pick([0, 1, 5, 20, -1, 1.5, '3'])], Buffer],
    () => ['compare', [view(), view()], Buffer],
    () => ['isEncoding', [encoding()], Buffer],
    () => ['copyBytesFrom', [view(), random.pick([undefined, 0, 1, 2, -1, 1.5]), random.pick([undefined, 0, 1, 3, -1])], Buffer],
    () => ['alloc', [random.pick([0, 1, 5, 17, -1, 1.5, '3', NaN, null]), random.pick([undefined, 0, 7, text(2), view(), null]), encoding()], Buffer],
    () => ['transcode', [view(), encoding(), encoding()], require('node:buffer')],
    () => ['isUtf8', [view()], require('node:buffer')],
    () => ['isAscii', [view()], require('node:buffer')],
    () => ['atob', [text()], globalThis],
    () => ['btoa', [text()], globalThis],
  ];
  const lines = [];
  for (let i = random.between(1, 4); i > 0; i--) {
    const [name, args, on = buffer] = random.pick(calls)();
    let result;
    const before = Buffer.from(buffer);
    try {
      result = on[name](...args);
      // Bytes behind those that were written are undefined in Node.
      if (name === 'write' && result < buffer.length) {
        const at = typeof args[1] === 'number' ? args[1] : 0;
        before.copy(buffer, at + result, at + result);
      }
      result = shown(result);
    } catch (error) {
      result = `${error.name} ${error.code}: ${error.message}`;
    }
    lines.push(`${name}(${args.map(shown)}) = ${result}`);
  }
  return `${lines.join('\n')}\n${shown(buffer)}`;
};
