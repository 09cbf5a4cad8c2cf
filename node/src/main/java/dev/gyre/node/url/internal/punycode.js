'use strict';

// Punycode (RFC 3492): encodes a label of any characters as letters, digits and hyphens. The ASCII characters come first,
// then a '-', then numbers in base 36 with variable digits; each is the distance (code point and position in one) to the
// next insertion.

const {
  ArrayPrototypePush, ArrayPrototypeSplice, MathFloor, MathMax, MathMin, RangeError, ReflectApply, StringFromCharCode,
  StringFromCodePoint, StringPrototypeCharCodeAt, StringPrototypeCodePointAt, StringPrototypeLastIndexOf, itemsOf,
} = require('internal/primordials');

const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const INITIAL_N = 128;
const MAX_INT = 0x7fffffff;

const errors = {
  overflow: 'Overflow: input needs wider integers to process',
  notBasic: 'Illegal input >= 0x80 (not a basic code point)',
  invalid: 'Invalid input',
};

function fail(kind) {
  throw new RangeError(errors[kind]);
}

// Adapts the bias, so that the next delta is likely to be short.
function adapt(delta, points, first) {
  delta = MathFloor(first ? delta / DAMP : delta / 2);
  delta += MathFloor(delta / points);
  let k = 0;
  while (delta > ((BASE - T_MIN) * T_MAX) >> 1) {
    delta = MathFloor(delta / (BASE - T_MIN));
    k += BASE;
  }
  return k + MathFloor((BASE - T_MIN + 1) * delta / (delta + SKEW));
}

const threshold = (k, bias) => MathMin(MathMax(k - bias, T_MIN), T_MAX);

function digitOf(code) {
  if (code >= 48 && code < 58) return code - 22;
  if (code >= 65 && code < 91) return code - 65;
  if (code >= 97 && code < 123) return code - 97;
  return BASE;
}

const charOf = (digit) => StringFromCharCode(digit < 26 ? digit + 97 : digit + 22);

function decode(input) {
  const output = [];
  const basic = MathMax(StringPrototypeLastIndexOf(input, '-'), 0);
  for (let i = 0; i < basic; i++) {
    const code = StringPrototypeCharCodeAt(input, i);
    if (code >= 0x80) fail('notBasic');
    ArrayPrototypePush(output, code);
  }
  let n = INITIAL_N;
  let at = 0;
  let bias = INITIAL_BIAS;
  for (let index = basic > 0 ? basic + 1 : 0; index < input.length;) {
    const before = at;
    for (let weight = 1, k = BASE; ; k += BASE) {
      if (index >= input.length) fail('invalid');
      const digit = digitOf(StringPrototypeCharCodeAt(input, index++));
      if (digit >= BASE) fail('invalid');
      if (digit > MathFloor((MAX_INT - at) / weight)) fail('overflow');
      at += digit * weight;
      const t = threshold(k, bias);
      if (digit < t) break;
      if (weight > MathFloor(MAX_INT / (BASE - t))) fail('overflow');
      weight *= BASE - t;
    }
    const size = output.length + 1;
    bias = adapt(at - before, size, before === 0);
    if (MathFloor(at / size) > MAX_INT - n) fail('overflow');
    n += MathFloor(at / size);
    at %= size;
    ArrayPrototypeSplice(output, at++, 0, n);
  }
  return ReflectApply(StringFromCodePoint, undefined, output);
}

// The string as code points; a lone surrogate counts as itself.
function codePoints(string) {
  const out = [];
  for (const char of itemsOf(string)) ArrayPrototypePush(out, StringPrototypeCodePointAt(char, 0));
  return out;
}

function encode(input) {
  const points = codePoints(input);
  let output = '';
  for (let i = 0; i < points.length; i++) {
    const point = points[i];
    if (point < 0x80) output += StringFromCharCode(point);
  }
  const basic = output.length;
  let handled = basic;
  if (basic > 0) output += '-';

  let n = INITIAL_N;
  let delta = 0;
  let bias = INITIAL_BIAS;
  while (handled < points.length) {
    let next = MAX_INT;
    for (let j = 0; j < points.length; j++) {
      const point = points[j];
      if (point >= n && point < next) next = point;
    }
    if (next - n > MathFloor((MAX_INT - delta) / (handled + 1))) fail('overflow');
    delta += (next - n) * (handled + 1);
    n = next;
    for (let index = 0; index < points.length; index++) {
      const point = points[index];
      if (point < n && ++delta > MAX_INT) fail('overflow');
      if (point !== n) continue;
      let rest = delta;
      for (let k = BASE; ; k += BASE) {
        const t = threshold(k, bias);
        if (rest < t) break;
        output += charOf(t + (rest - t) % (BASE - t));
        rest = MathFloor((rest - t) / (BASE - t));
      }
      output += charOf(rest);
      bias = adapt(delta, handled + 1, handled === basic);
      delta = 0;
      handled++;
    }
    delta++;
    n++;
  }
  return output;
}

module.exports = { codePoints, decode, encode };
