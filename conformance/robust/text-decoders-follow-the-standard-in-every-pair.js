'use strict';

// Every byte, every pair of bytes and every longer sequence of the East Asian encodings is decoded as the WHATWG
// Encoding Standard says, also when the bytes come one by one and when the decoder is fatal. The digests are those of
// Deno 2 and Bun 1, which implement the standard exactly; Node's own tables are ICU's and differ from it.
//
// `deno run text-decoders-follow-the-standard-in-every-pair.js print` prints the digests of another runtime.

const assert = require('node:assert');
const { createHash } = require('node:crypto');

const expected = {
  'gbk': '40137226ebf00ed7f0a991950c3e4353',
  'gb18030': 'd5598e5ac98975fb1888d5f8d9a92f39',
  'big5': '03119fa56606f9550994859bc1c19477',
  'euc-jp': 'd774cbaff5d9003fc5fe8bb5c660197f',
  'iso-2022-jp': 'aaf0c153872041d7171cb9ce1f76c13d',
  'shift_jis': 'd13e59d23457b6be7396d2fd468825b6',
  'euc-kr': '4df59f82d040796a58abc57fa38fcab2',
};

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const ALL = range(0, 255);

function fatally(decoder, bytes, options) {
  try {
    return decoder.decode(bytes, options);
  } catch (error) {
    assert.ok(error instanceof TypeError);
    return '!';
  }
}

// A pair at once, in two parts, followed by ASCII, and now and then, as errors take time, given to a fatal decoder.
function* pairs(encoding) {
  const decoder = new TextDecoder(encoding);
  const fatal = new TextDecoder(encoding, { fatal: true });
  const tail = Uint8Array.of(0x3c, 0x22);
  for (const first of ALL) {
    for (const second of ALL) {
      const pair = Uint8Array.of(first, second);
      const text = decoder.decode(pair);
      const start = decoder.decode(pair.subarray(0, -1), { stream: true });
      const middle = decoder.decode(pair.subarray(-1), { stream: true });
      const strict = (first + second) % 16 === 0 ? fatally(fatal, pair) : '';
      yield `${text}\n${start}\n${middle}\n${decoder.decode(tail)}\n${strict}`;
    }
  }
}

// Sequences one after the other, so that a fault in one is seen in the next as well.
function all(encoding, sequences) {
  return new TextDecoder(encoding).decode(Uint8Array.from(sequences.flat()));
}

// Bytes of which many are special to the encoding, in parts of random lengths.
function* torn(encoding, special) {
  let seed = 1;
  const random = (limit) => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    return (seed >>> 8) % limit;
  };
  const decoder = new TextDecoder(encoding);
  const fatal = new TextDecoder(encoding, { fatal: true });
  for (let round = 0; round < 5000; round++) {
    const bytes = Uint8Array.from({ length: 1 + random(10) }, () => (random(4) ? special[random(special.length)] : random(256)));
    const whole = decoder.decode(bytes);
    let parts = '';
    for (let at = 0, size; at < bytes.length; at += size) {
      size = 1 + random(3);
      parts += decoder.decode(bytes.subarray(at, at + size), { stream: true });
    }
    parts += decoder.decode();
    assert.strictEqual(parts, whole);
    yield `${whole}\n${fatally(fatal, bytes)}`;
  }
}

function* textsOf(encoding) {
  yield* pairs(encoding);
  if (encoding === 'gb18030') {
    // All four-byte sequences, by their second byte; few others begin like them.
    for (const second of range(0x30, 0x39)) {
      const bytes = new Uint8Array(126 * 126 * 10 * 4);
      let at = 0;
      for (const first of range(0x81, 0xfe)) {
        for (const third of range(0x81, 0xfe)) {
          for (const fourth of range(0x30, 0x39)) {
            bytes[at++] = first;
            bytes[at++] = second;
            bytes[at++] = third;
            bytes[at++] = fourth;
          }
        }
      }
      yield new TextDecoder(encoding).decode(bytes);
    }
    yield all(encoding, ALL.flatMap((third) => [0x2f, 0x30, 0x3a, 0x80, 0xff].map((fourth) => [0x81, 0x30, third, fourth])));
  }
  if (encoding === 'euc-jp') {
    for (const second of ALL) yield all(encoding, ALL.map((third) => [0x8f, second, third]));
  }
  if (encoding === 'iso-2022-jp') {
    for (const escape of ['$@', '$B', '(B', '(J', '(I', '(A']) {
      const before = [...Buffer.from(`\x1b${escape}`)];
      for (const first of ALL) yield all(encoding, ALL.map((second) => [...before, first, second]));
    }
  }
  const special = { 'gbk': '8130398090fe', 'gb18030': '81303984fe8090e3', 'big5': '81886264a3a540c6', 'euc-jp': '8e8fa1b0fedf',
                    'iso-2022-jp': '1b1b1b242840424a4921305c7e0e', 'shift_jis': '819fa0a1dfe0fcf0', 'euc-kr': '81a1b0fe' };
  yield* torn(encoding, [...Buffer.from(`${special[encoding]}3c417f80ff`, 'hex')]);
}

for (const [encoding, digest] of Object.entries(expected)) {
  const hash = createHash('sha256');
  let batch = '';
  for (const text of textsOf(encoding)) {
    batch += `${text}\n`;
    if (batch.length < 10_000) continue;
    hash.update(batch);
    batch = '';
  }
  const actual = hash.update(batch).digest('hex').slice(0, 32);
  if (process.argv[2] === 'print') console.log(encoding, actual);
  else assert.strictEqual(actual, digest, encoding);
}

// What a page's filter has seen as a quote or an angle bracket is there after decoding.
for (const [encoding] of Object.entries(expected)) {
  if (encoding === 'iso-2022-jp') continue;
  for (const ascii of Buffer.from('<>"\'&/\n')) {
    assert.strictEqual(new TextDecoder(encoding).decode(Uint8Array.of(0x81, ascii)), `\ufffd${String.fromCharCode(ascii)}`);
  }
}
console.log('ok');
