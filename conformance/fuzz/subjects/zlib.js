'use strict';
// Data that is compressed must come back, whatever the codec, its options and the chunks. What is no compressed data,
// or has been changed, must be refused as Node refuses it: for that there are samples that Node compressed, since the
// bytes that come out of a compressor are its own affair.

const zlib = require('node:zlib');
const samples = require('../data/zlib-samples.json');

const { constants } = zlib;
const BACK = {
  gzip: 'gunzip', deflate: 'inflate', deflateRaw: 'inflateRaw', brotliCompress: 'brotliDecompress',
  zstdCompress: 'zstdDecompress',
};
const DECODERS = [...Object.keys(samples), 'unzip'];
const decoded = Object.fromEntries(Object.entries(samples).map(([name, texts]) => [
  name, texts.map((text) => Buffer.from(text, 'base64')),
]));

const className = (name) => name[0].toUpperCase() + name.slice(1);
const sum = (bytes) => `${bytes.length}:${zlib.crc32(bytes)}`;

function told(error) {
  return `${error.name} ${error.code} ${error.errno} ${error.message}`;
}

function data(random) {
  const parts = [];
  for (let i = random.between(0, 4); i > 0; i--) {
    const size = random.size(20000);
    parts.push(random.pick([
      () => random.bytes(size),
      () => Buffer.alloc(size, random.int(256)),
      () => Buffer.from(random.text(Math.ceil(size / 6), ['the ', 'quick ', 'brown ', 'fox ', 'é', '\n', '0'])),
      () => Buffer.concat(Array(1 + random.int(4)).fill(random.bytes(Math.ceil(size / 4)))),
    ])());
  }
  return Buffer.concat(parts);
}

// What a decompressor has to know, too: the window and the dictionary.
function options(random, name) {
  const common = {};
  if (random.once(3)) common.chunkSize = random.pick([64, 65, 100, 1000, 16384, 100000]);
  if (name === 'brotliCompress') {
    const params = { [constants.BROTLI_PARAM_QUALITY]: random.pick([0, 1, 4, 5, 9]) };
    if (random.once()) params[constants.BROTLI_PARAM_LGWIN] = random.between(10, 24);
    if (random.once(3)) params[constants.BROTLI_PARAM_MODE] = random.int(3);
    return { to: { ...common, params }, back: common };
  }
  if (name === 'zstdCompress') {
    const params = { [constants.ZSTD_c_compressionLevel]: random.pick([-5, 1, 3, 9, 15]) };
    if (random.once()) params[constants.ZSTD_c_checksumFlag] = 1;
    return { to: { ...common, params }, back: common };
  }
  const to = { ...common };
  const back = { ...common };
  if (random.once()) to.level = random.between(-1, 9);
  if (random.once(3)) to.memLevel = random.between(1, 9);
  if (random.once(3)) to.strategy = random.int(5);
  if (random.once(3)) to.windowBits = back.windowBits = random.between(9, 15);
  if (random.once(4) && name !== 'gzip') to.dictionary = back.dictionary = Buffer.from('the quick brown fox');
  return { to, back };
}

function chunks(random, input) {
  const list = [];
  const limit = random.pick([10, 1000, 100000]);
  for (let at = 0; at < input.length && list.length < 200;) {
    const size = list.length === 199 ? input.length : 1 + random.size(limit);
    list.push(input.subarray(at, at + size));
    at += size;
  }
  return list;
}

async function byStream(random, name, input, settings) {
  const stream = zlib[`create${className(name)}`](settings);
  const parts = [];
  let failure;
  stream.on('data', (part) => parts.push(part));
  stream.on('error', (error) => failure = error); // at times after the end
  const closed = new Promise((resolve) => stream.on('close', resolve));
  for (const chunk of chunks(random, input)) {
    stream.write(chunk);
    if (random.once(20)) stream.flush();
  }
  stream.end();
  await closed;
  if (failure !== undefined) throw failure;
  return Buffer.concat(parts);
}

function run(random, name, input, settings) {
  return random.pick([
    () => zlib[`${name}Sync`](input, settings),
    () => new Promise((resolve, reject) => zlib[name](input, settings, (error, result) => {
      if (error) reject(error);
      else resolve(result);
    })),
    () => byStream(random, name, input, settings),
  ])();
}

async function roundTrip(random) {
  const name = random.pick(Object.keys(BACK));
  const input = data(random);
  const { to, back } = options(random, name);
  const compressed = await run(random, name, input, to);
  const result = await run(random, BACK[name], compressed, back);
  if (!result.equals(input)) throw new Error(`${name} of ${input.length} bytes gives ${result.length}`);
  return `${name} ${sum(input)}`;
}

function changed(random, name) {
  const sample = () => Buffer.from(random.pick(decoded[name] ?? decoded[random.pick(['gunzip', 'inflate'])]));
  let bytes = sample();
  for (let i = random.int(3); i > 0; i--) {
    bytes = random.pick([
      () => bytes.subarray(0, random.int(bytes.length + 1)),
      () => Buffer.concat([bytes, random.bytes(random.size(20))]),
      () => Buffer.concat([bytes, Buffer.alloc(random.size(20))]),
      () => Buffer.concat([bytes, sample()]),
      () => {
        if (bytes.length === 0) return bytes;
        const copy = Buffer.from(bytes);
        copy[random.int(random.once() ? Math.min(12, copy.length) : copy.length)] ^= 1 << random.int(8);
        return copy;
      },
      () => Buffer.from(random.bytes(random.size(100))),
    ])();
  }
  return bytes;
}

async function broken(random) {
  const name = random.pick(DECODERS);
  const input = changed(random, name);
  const settings = {};
  if (random.once(3)) settings.rejectGarbageAfterEnd = true;
  if (random.once(4)) settings.finishFlush = random.pick([0, 2]);
  if (random.once(4)) settings.chunkSize = random.pick([64, 1000]);
  if (random.once(6)) settings.maxOutputLength = random.pick([1, 100, 1000]);
  if (random.once(6) && name !== 'unzip') settings.dictionary = Buffer.from('quick brown lazy dog');
  if (name.startsWith('brotli') || name.startsWith('zstd')) delete settings.dictionary;
  const label = `${name} ${sum(input)} ${Object.entries(settings).map(([key, value]) => `${key}=${value}`)}`;
  const outcomes = [];
  try {
    outcomes.push(sum(zlib[`${name}Sync`](input, settings)));
  } catch (error) {
    outcomes.push(told(error));
  }
  delete settings.maxOutputLength; // streams have none
  try {
    outcomes.push(sum(await byStream({ __proto__: random, once: () => false, pick: (list) => random.pick(list),
                                       size: (limit) => random.size(limit) }, name, input, settings)));
  } catch (error) {
    outcomes.push(told(error));
  }
  return `${label}: ${outcomes.join(' / ')}`;
}

const NUMBERS = [-2, -1, 0, 1, 5, 8, 9, 15, 16, 63, 64, 1.5, NaN, Infinity, 2 ** 31, 2 ** 53, '5', null, undefined, true, {}];

function wrongOptions(random) {
  const name = random.pick([...Object.keys(BACK), ...DECODERS]);
  const settings = {};
  for (const key of ['level', 'memLevel', 'strategy', 'windowBits', 'chunkSize', 'flush', 'finishFlush', 'maxOutputLength',
                     'rejectGarbageAfterEnd', 'pledgedSrcSize']) {
    if (random.once(8)) settings[key] = random.pick(NUMBERS);
  }
  if (random.once(8)) settings.dictionary = random.pick([5, 'x', {}, [], null]);
  if (random.once(8)) settings.params = random.pick([{ 1: 5 }, { 100: 1 }, { x: 1 }, { 2: 'a' }, { [-1]: 1 }, null, {}]);
  if (settings.chunkSize > 1e6) delete settings.chunkSize;
  const label = `${name} ${JSON.stringify(settings, (_, value) => (typeof value === 'number' ? String(value) : value))}`;
  try {
    zlib[`create${className(name)}`](settings).destroy();
    return label;
  } catch (error) {
    return `${label}: ${error.name} ${error.code} ${error.message}`;
  }
}

function checksum(random) {
  const input = data(random);
  let sum = random.once(4) ? random.int(2 ** 32) : 0;
  const whole = zlib.crc32(input, sum);
  for (const chunk of chunks(random, input)) sum = zlib.crc32(chunk, sum);
  if (sum !== whole) throw new Error(`${sum} in pieces, ${whole} at once`);
  return String(whole);
}

exports.cases = 1500;

exports.run = (random) => random.pick([roundTrip, broken, broken, broken, wrongOptions, checksum])(random);
