'use strict';
// gyre:json against JSON: random documents, right and wrong ones, cut into pieces of one character and more, from texts, bytes
// and streams. The values and the errors are the same. Another seed: the first argument; more documents: the second.

const assert = require('node:assert');
const { Readable } = require('node:stream');
const { parse, parseLines, parseStream, stringify, stringifyStream } = require('gyre:json');

const seedGiven = Number(process.argv[2] ?? 20261116);
const documents = Number(process.argv[3] ?? 1500);
let seed = seedGiven;
const random = (below) => {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return Math.floor(seed / 2 ** 32 * below);
};
const pick = (list) => list[random(list.length)];
const space = () => pick(['', '', '', '', ' ', '\n', '\r\n', '\t', '  ', '\r']);
const LETTERS = ['a', 'b', 'é', '漢', '😀', '\\n', '\\"', '\\\\', '\\u0041', '\\ud83d', '\\ude00', '\\/', '{', '}', '[', ']', ',', ':',
                 '\u2028', '\ud800', 'x\\u00e9', "'"];
const text = () => `"${Array.from({ length: random(pick([4, 4, 12, 60])) }, () => pick(LETTERS)).join('')}"`;
const number = () => pick(['0', '-0', '1', '-1', '1.5', '1e3', '1E-7', '123456789012345678901234567890', '1e999', '-1e-999', '0.1',
                           '9007199254740993', '2147483648', '-2147483649']);
// No backslashes: once V8 (14) has parsed an object with a member "\\" behind a member "a", its JSON.parse may give that name to a
// second member that is written with an escape.
const key = () => pick(['"a"', '"b"', '"__proto__"', '"constructor"', '"1"', '"0"', '"10"', '"4294967295"', '"toString"', '""', '"-0"',
                        '"\\u0061"', text().replaceAll('\\\\', '')]);

function value(depth) {
  const kind = random(depth > 0 ? 9 : 5);
  if (kind < 2) return number();
  if (kind < 4) return text();
  if (kind === 4) return pick(['true', 'false', 'null']);
  const isArray = kind < 7;
  const items = Array.from({ length: random(pick([2, 5, 9])) }, () =>
    `${space()}${isArray ? '' : `${key()}${space()}:${space()}`}${value(depth - 1)}${space()}`);
  const inner = items.join(',') || space();
  return isArray ? `[${inner}]` : `{${inner}}`;
}

const WRONG = [',', ':', '{', '}', '[', ']', '"', '\\', 'x', '1', '-', '\n', '\u0001', '\ufeff', 'tru', '.', 'e', ' '];
function spoilt(document) {
  for (let n = 1 + random(2); n > 0; n--) {
    const at = random(document.length + 1);
    switch (random(5)) {
      case 0: document = document.slice(0, at) + document.slice(at + 1); break;
      case 1: document = document.slice(0, at) + pick(WRONG) + document.slice(at); break;
      case 2: document = document.slice(0, at); break;
      case 3: document = document.slice(0, at) + document.slice(at + random(10)); break;
      case 4: document = document.slice(0, at) + document.slice(random(at + 1)); break;
    }
  }
  return document;
}

const outcome = async (run) => {
  try {
    return { value: await run() };
  } catch (error) {
    return { error: `${error.name}: ${error.message}` };
  }
};

async function* inChunks(source) {
  for (let at = 0; at < source.length;) {
    const size = 1 + random(20);
    yield source.slice(at, at + size);
    at += size;
  }
}

function run(document, options) {
  const bytes = Buffer.from(document);
  const isExact = document.isWellFormed();
  switch (random(isExact ? 5 : 2)) {
    case 0: return parse(document, options);
    case 1: return parseStream(inChunks(document), options);
    case 2: return parse(bytes, options);
    case 3: return parseStream(inChunks(bytes), options);
    case 4: return parseStream(Readable.from(inChunks(bytes)), options);
  }
}

async function randomDocuments() {
  for (let i = 0; i < documents; i++) {
    let document = space() + value(pick([2, 4, 7])) + space();
    if (random(2) === 0) document = spoilt(document);
    const piece = pick([1, 2, 3, 5, 8, 20, 64]);
    const expected = await outcome(() => JSON.parse(document));
    const got = await outcome(() => run(document, { piece }));
    const about = `seed ${seedGiven}, document ${i}, piece ${piece}: ${JSON.stringify(document)}`;
    assert.deepStrictEqual(got, expected, about);
    if ('value' in expected) {
      const gap = pick([undefined, 2, '\n-']);
      assert.strictEqual(JSON.stringify(got.value), JSON.stringify(expected.value), about); // the order of keys
      assert.strictEqual(await stringify(got.value, null, gap), JSON.stringify(expected.value, null, gap), about);
    }
  }
}

async function largeDocuments() {
  const records = JSON.stringify(Array.from({ length: 20_000 }, (_, i) => ({ i, name: `n${i}`, '__proto__x': [i / 3, { deep: [null] }] })));
  for (const document of [
    records, `{"a":{"list":${records}},"b":[${records}]}`, `[${'1,'.repeat(300_000)}-0]`,
    `{${Array.from({ length: 20_000 }, (_, i) => `"k${i % 9000}":${i}`).join(',')}}`,
    `"${'a\\u0041\\n'.repeat(100_000)}"`, `{"${'k'.repeat(200_000)}":1,"a":"${'\\ud83d\\ude00'.repeat(50_000)}"}`,
    `[1,${' '.repeat(200_000)}2${' '.repeat(200_000)}]`, ' '.repeat(200_000),
    `${records} x`, records.slice(0, -1), records.replace('"n19000"', '"n\n"'), records.replace('19000,', '19000;'), `[${records},]`,
    `\ufeff${records}`, `${'[\n'.repeat(100_000)}${']'.repeat(99_999)}}`,
  ]) {
    const expected = await outcome(() => JSON.parse(document));
    const got = await outcome(() => parse(document));
    assert.strictEqual(got.error, expected.error);
    assert.strictEqual(JSON.stringify(got.value), JSON.stringify(expected.value));
  }
  const nested = await parse('['.repeat(50_000) + ']'.repeat(50_000));
  assert.strictEqual((await stringify(nested)).length, 100_000);
}

async function limits() {
  await assert.rejects(parse('[[[1]]]', { maxDepth: 2 }), { name: 'RangeError', code: 'ERR_GYRE_JSON_TOO_DEEP', message: 'The JSON is nested deeper than maxDepth allows (2)' });
  assert.deepStrictEqual(await parse('[[1],{}]', { maxDepth: 2 }), [[1], {}]);
  for (const source of ['"ää"', Buffer.from('"ää"')]) {
    await assert.rejects(parse(source, { maxBytes: 5 }), { name: 'RangeError', code: 'ERR_GYRE_JSON_TOO_LARGE' });
    assert.strictEqual(await parse(source, { maxBytes: 6 }), 'ää');
  }
  let isClosed = false;
  const endless = (async function*() { try { for (;;) yield '[1,'; } finally { isClosed = true; } })();
  await assert.rejects(parseStream(endless, { maxBytes: 1000 }), { code: 'ERR_GYRE_JSON_TOO_LARGE' });
  assert.ok(isClosed);
  await assert.rejects(stringify([[[1]]], null, 0, { maxDepth: 2 }), { code: 'ERR_GYRE_JSON_TOO_DEEP' });
  await assert.rejects(stringify(['ä'], null, 0, { maxBytes: 5 }), { code: 'ERR_GYRE_JSON_TOO_LARGE' });
  for (const wrong of [1, null, undefined, {}, [1]]) await assert.rejects(parse(wrong), { code: 'ERR_INVALID_ARG_TYPE' });
  await assert.rejects(parseStream('[]'), { code: 'ERR_INVALID_ARG_TYPE' });
  await assert.rejects(parseStream([1]), { code: 'ERR_INVALID_ARG_TYPE' });
  for (const options of [{ signal: 1 }, { maxBytes: '1' }, { slice: '1' }, { piece: 0.5 }, { reviver: 1 }, 1]) await assert.rejects(parse('1', options), /ERR_/);
}

async function slices() {
  const large = `[${'{"a":[1,2,3]},'.repeat(200_000)}0]`;
  let turns = 0;
  let isCounting = true;
  const count = () => { if (isCounting) setImmediate(count, turns++); };
  count();
  const items = await parse(large, { slice: 1 });
  assert.ok(turns > 5, `${turns} turns of the loop`);
  turns = 0;
  await stringify(items, null, 0, { slice: 1 });
  assert.ok(turns > 5, `${turns} turns of the loop`);
  isCounting = false;
  const controller = new AbortController();
  setImmediate(() => controller.abort(new Error('enough')));
  await assert.rejects(parse(large, { signal: controller.signal, slice: 0 }), ({ name, cause }) => name === 'AbortError' && cause.message === 'enough');
  await assert.rejects(stringify(items, null, 0, { signal: controller.signal }), { name: 'AbortError' });
  await assert.rejects(parse('1', { signal: controller.signal }), { name: 'AbortError' });
  const waiting = new AbortController();
  const never = parseStream(new Readable({ read() {} }), { signal: waiting.signal });
  setImmediate(() => waiting.abort());
  await assert.rejects(never, { name: 'AbortError' });
}

async function lines() {
  const read = async (source, options) => {
    const values = [];
    for await (const item of parseLines(source, options)) values.push(item);
    return values;
  };
  const many = '1\n{"a":2}\r\n\n[3] "x"true null -1 1e3{}[]"\\n"';
  const expected = [1, { a: 2 }, [3], 'x', true, null, -1, 1000, {}, [], '\n'];
  for (const piece of [1, 3, 64, 65536]) {
    assert.deepStrictEqual(await read(many, { piece }), expected);
    assert.deepStrictEqual(await read(Buffer.from(many), { piece }), expected);
    assert.deepStrictEqual(await read(inChunks(many), { piece }), expected);
  }
  assert.deepStrictEqual(await read(new Response(many).body), expected);
  assert.deepStrictEqual(await read(''), []);
  await assert.rejects(read('1\n{"a" 2}\n'), { name: 'SyntaxError', message: "Expected ':' after property name in JSON at position 7 (line 2 column 6)" });
  let isClosed = false;
  const source = (async function*() { try { for (;;) yield '{"a":1}\n'; } finally { isClosed = true; } })();
  for await (const item of parseLines(source)) if (item.a === 1) break;
  assert.ok(isClosed);
}

async function revivers() {
  const document = '{"a":[1,2,{"b":null}],"c":"x","__proto__":{"z":1}}';
  const reviver = (calls) => function(name, item) {
    calls.push([name, JSON.stringify(item), JSON.stringify(this)]);
    return name === 'b' ? undefined : name === '1' ? 'one' : item;
  };
  const [expected, got] = [[], []];
  assert.deepStrictEqual(await parse(document, { reviver: reviver(got) }), JSON.parse(document, reviver(expected)));
  assert.deepStrictEqual(got, expected);
}

async function values() {
  class Thing { constructor() { this.x = Object.create(null); } get own() { return 1; } }
  const calls = [];
  const log = (name, result) => ({ toJSON(at) { calls.push([name, at, this === undefined]); return result; } });
  const circles = [
    () => { const a = {}; a.b = { c: { d: { e: {} } } }; a.b.c.d.e.f = a; return a; }, () => { const a = []; a.push(a); return a; },
    () => { const a = {}; a[''] = a; return a; }, () => { const a = {}; a[0] = { x: a }; return [1, a]; },
    () => { const a = new Thing(); a.x.y = [[a]]; return a; }, () => { const a = { b: [1, { c: 1 }] }; a.b[1].d = a.b; return a; },
    () => { let a = []; const first = a; for (let i = 0; i < 100; i++) a.push(a = []); a.push(first); return first; },
  ];
  const all = [
    undefined, null, 1, -0, NaN, 'x', '\ud800\u2028"\\\n', true, 1n, Object(1n), Symbol('s'), Object(Symbol('s')), () => {}, [undefined, () => {}, Symbol('s')],
    { a: undefined, b() {}, [Symbol('s')]: 1 }, new Date(0), new Map([[1, 2]]), new Set([1]), /x/, new Error('e'), new Uint8Array(3), Buffer.from('ab'),
    [new Number(3), new String('x'), new Boolean(false)], JSON.rawJSON('12345678901234567890'), { raw: JSON.rawJSON('"x"') }, {}, [], [[], {}], [, 1], // eslint-disable-line no-sparse-arrays
    new Thing(), Object.create({ inherited: 1 }), new Proxy([1, 2], {}), new Proxy({ a: 1 }, {}), [log('first', 1), { at: log('second', { a: [log('third')] }) }],
    { b: 1, 2: 2, 1: 3, '__proto__': 4, ['__proto__']: 5 }, `${'x'.repeat(65535)}😀${'é"'.repeat(70_000)}`, { get a() { throw new RangeError('from a getter'); } }, // eslint-disable-line no-dupe-keys
    ...circles.map((make) => make()),
  ];
  const replacers = [
    [], [null, 2], [null, '\n\t-long-gap'], [null, new Number(3)], [null, new String('--')], [['a', 'x', 1, new String('b'), new Number(2), 'a', {}], 1],
    [function(name, item) { calls.push([name, typeof item, Array.isArray(this)]); return name === 'b' ? undefined : item; }, ' '],
  ];
  for (const item of all) {
    for (const args of replacers) {
      const expected = await outcome(() => JSON.stringify(item, ...args));
      const expectedCalls = calls.splice(0);
      assert.deepStrictEqual(await outcome(() => stringify(item, ...args)), expected);
      assert.deepStrictEqual(calls.splice(0), expectedCalls);
    }
  }
  let streamed = '';
  const list = Array.from({ length: 30_000 }, (_, i) => ({ i }));
  for await (const chunk of stringifyStream(list, null, 1)) streamed += chunk;
  assert.strictEqual(streamed, JSON.stringify(list, null, 1));
  const nothing = [];
  for await (const chunk of stringifyStream(undefined)) nothing.push(chunk);
  assert.deepStrictEqual(nothing, []);
  // Backpressure: nobody reads, so little is written.
  let reads = 0;
  const slow = stringifyStream(Array.from({ length: 100_000 }, () => ({ toJSON() { return reads++; } })));
  slow.read(0);
  for (let i = 0; i < 50; i++) await new Promise(setImmediate);
  assert.ok(reads > 0 && reads < 50_000, `${reads} values were read`);
  slow.destroy();
}

async function replaced() {
  const { parse: nativeParse, stringify: nativeStringify } = JSON;
  const source = nativeStringify(Array.from({ length: 3000 }, (_, i) => ({ i, name: `n${i}`, list: [1, 2] })));
  const bytes = Buffer.from(source);
  const wrong = () => { throw new Error('a replaced built-in was called'); };
  const { defineProperty: define } = Object;
  const kept = [];
  const replace = (object, names) => {
    for (const name of names) {
      kept[kept.length] = [object, name, Object.getOwnPropertyDescriptor(object, name)];
      define(object, name, { value: wrong, configurable: true, writable: true });
    }
  };
  replace(JSON, ['parse', 'stringify', 'isRawJSON']);
  replace(Object, ['keys', 'defineProperty', 'hasOwn', 'getPrototypeOf']);
  replace(String.prototype, ['charCodeAt', 'slice', 'indexOf']);
  replace(Array.prototype, ['push', 'join']);
  replace(Date, ['now']);
  let texts;
  let items;
  let fromBytes;
  try {
    items = await parse(source, { slice: 0, piece: 1000 });
    fromBytes = await parse(bytes, { slice: 0, piece: 1000 });
    texts = await stringify(items, null, 0, { slice: 0 });
  } finally {
    for (const [object, name, descriptor] of kept) define(object, name, descriptor);
  }
  assert.strictEqual(JSON.stringify(items), source);
  assert.strictEqual(JSON.stringify(fromBytes), source);
  assert.strictEqual(texts, source);
  Object.defineProperty(Object.prototype, 'name', { set: wrong, get: wrong, configurable: true });
  try {
    const member = await parse(`{"x":[${'1,'.repeat(40_000)}1],"name":{"y":[${'1,'.repeat(40_000)}1]}}`);
    assert.ok(Object.hasOwn(member, 'name') && member.name.y.length === 40_001);
  } finally {
    delete Object.prototype.name;
  }
  assert.strictEqual(JSON.parse, nativeParse);
}

(async () => {
  for (const test of [randomDocuments, largeDocuments, limits, slices, lines, revivers, values, replaced]) {
    await test().catch((error) => { throw new Error(test.name, { cause: error }); });
  }
  console.log('ok');
})();
