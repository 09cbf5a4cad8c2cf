'use strict';

/** Random numbers that depend on a seed alone: the same under every runtime. */
class Random {
  #state;

  /** `seed` is any text; nearby texts give unrelated numbers. */
  constructor(seed) {
    this.#state = hash32(seed, 0x811c9dc5) || 1;
    for (let i = 0; i < 4; i++) this.#next();
  }

  // xorshift32, its output multiplied, since the low bits alone are weak.
  #next() {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x;
    return Math.imul(x, 0x9e3779b1) >>> 0;
  }

  /** An integer from 0 up to and without `limit`. */
  int(limit) {
    return Math.floor(this.#next() / 0x100000000 * limit);
  }

  /** An integer from `low` to `high`, both included. */
  between(low, high) {
    return low + this.int(high - low + 1);
  }

  /** True once in `times`. */
  once(times = 2) {
    return this.int(times) === 0;
  }

  pick(list) {
    return list[this.int(list.length)];
  }

  /** A size that is mostly small and at times up to `limit`: the places where code changes its way are small ones. */
  size(limit) {
    return this.int(2 ** this.between(0, Math.floor(Math.log2(limit + 1))) + (this.once(8) ? 1 : 0));
  }

  /** A new Uint8Array (not a Buffer) with random bytes. */
  bytes(length) {
    const bytes = new Uint8Array(length);
    for (let i = 0; i < length; i++) bytes[i] = this.#next() >>> 8;
    return bytes;
  }

  /** A text of `length` parts, each picked from `alphabet`, a string or a list of strings. */
  text(length, alphabet) {
    let text = '';
    for (let i = 0; i < length; i++) text += this.pick(alphabet);
    return text;
  }

  /** The list in a random order; the argument is left alone. */
  shuffle(list) {
    const result = [...list];
    for (let i = result.length - 1; i > 0; i--) {
      const j = this.int(i + 1);
      [result[i], result[j]] = [result[j], result[i]];
    }
    return result;
  }
}

/** FNV-1a over UTF-16 code units. */
function hash32(text, start) {
  let hash = start;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

module.exports = { Random, hash32 };
