'use strict';
const querystring = require('node:querystring');

const PARTS = ['a', 'b', 'c', '=', '&', ';', ':', '==', '&&', '%', '%2', '%20', '%C3%A9', '%C3', '%FF', '%zz', '%u0041', '+', ' ', 'é', '漢', '😀', '\ud800', '\udc00', '__proto__', 'length', '0', '1', 'hasOwnProperty', '\0', "'", '(', '!', '~', '*', '?', '#', '/'];

function shown(value) {
  if (typeof value === 'bigint') return `${value}n`;
  return JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? `${v}n` : Object.is(v, -0) ? '-0' : v));
}

exports.cases = 20_000;

exports.run = (random) => {
  const text = (most = 10) => random.text(random.size(most), PARTS);
  const separator = () => random.pick([undefined, null, '', '&', ';', '&&', 'ab', '%', '=', 'é']);
  const primitive = () => random.pick([() => text(3), () => random.int(100), () => -0, () => 1e21, () => 0.1, () => NaN, () => Infinity, () => true, () => false, () => null, () => undefined, () => 12n, () => ({}), () => Symbol.iterator, () => []])();
  const object = () => Object.fromEntries(Array.from({ length: random.int(4) }, () => [text(2), random.once(4) ? Array.from({ length: random.int(4) }, primitive) : primitive()]));
  const calls = [
    () => ['parse', [text(), separator(), separator(), random.once(3) ? { maxKeys: random.pick([0, 1, 2, -1, NaN, '1', 1.5]), decodeURIComponent: random.pick([undefined, (s) => `<${s}>`, () => { throw new Error('x'); }, 5]) } : undefined]],
    () => ['stringify', [random.once(8) ? primitive() : object(), separator(), separator(), random.once(4) ? { encodeURIComponent: random.pick([undefined, (s) => `<${s}>`, 5]) } : undefined]],
    () => ['escape', [random.once(3) ? primitive() : text()]],
    () => ['unescape', [text()]],
    () => ['unescapeBuffer', [text(), random.once()]],
  ];
  const [name, args] = random.pick(calls)();
  const call = `${name}(${args.map((arg) => (typeof arg === 'symbol' ? 'symbol' : shown(arg)))})`;
  try {
    const result = querystring[name](...args);
    return `${call} = ${Buffer.isBuffer(result) ? result.toString('hex') : shown(result)} ${typeof result === 'object' ? Object.getPrototypeOf(result) === null : ''}`;
  } catch (error) {
    return `${call}: ${error.name} ${error.code} ${error.message}`;
  }
};
