'use strict';

// JSON.stringify in steps. The steps are those of the specification (SerializeJSONProperty and so on), with a stack of its own
// instead of recursion, so that the work can stop between any two properties and no value is too deep.
//
// A container's keys, or its length, are taken when it is reached; each value is read when it is its turn. That is also what
// JSON.stringify does, only that here other code runs in between.

const {
  ArrayIsArray, ArrayPrototypeReverse, BigIntPrototypeValueOf, BooleanPrototypeValueOf, FunctionPrototypeCall, JSONIsRawJSON, JSONStringify, MathMin,
  MathTrunc, Number, NumberIsFinite, ObjectKeys, SafeMap, SafeSet, String, StringPrototypeCharCodeAt, StringPrototypeSlice,
  TypeError, isolated,
} = require('internal/primordials');
const { codes: { ERR_GYRE_JSON_TOO_DEEP } } = require('internal/errors');
const types = require('util/types');

const CHUNK_CHARS = 64 * 1024;
const PROPERTIES_PER_STEP = 256;
const LONGEST_GAP = 10;
const SHALLOW = 64; // containers, one within the other
const SHOWN_OF_CIRCLE = 2;
const MAX_CACHED_KEYS = 512;
const MAX_CACHED_KEY_CHARS = 64;

function propertyListFrom(replacer) {
  const seen = new SafeSet();
  const keys = [];
  const { length } = replacer;
  for (let i = 0; i < length; i++) {
    const item = replacer[i];
    const isKey = typeof item === 'string' || typeof item === 'number' || types.isStringObject(item) || types.isNumberObject(item);
    if (!isKey) continue;
    const key = String(item);
    if (seen.has(key)) continue;
    seen.add(key);
    keys[keys.length] = key;
  }
  return keys;
}

function gapFrom(space) {
  if (types.isNumberObject(space)) space = Number(space);
  else if (types.isStringObject(space)) space = String(space);
  if (typeof space === 'string') return StringPrototypeSlice(space, 0, LONGEST_GAP);
  if (typeof space !== 'number') return '';
  return StringPrototypeSlice('          ', 0, space >= 1 ? MathMin(LONGEST_GAP, MathTrunc(space)) : 0);
}

const constructorName = (object) => binding('util').getConstructorName(object);

// An open container. A plain object, because there are as many as containers in the value; it has every property that is read.
const frameOf = (parent, value, keys, length, indent, key) => ({
  parent, value, keys, length, indent, key, index: 0, isEmpty: true, depth: parent === undefined ? 1 : parent.depth + 1,
});

const Writer = isolated(class Writer {
  #replacer = undefined;
  #propertyList = undefined;
  #gap;
  #colon;
  #maxDepth;
  #frame = undefined; // the innermost
  #shallow = undefined; // the innermost of those that are looked through for circles
  #deep = new SafeSet(); // the containers of the others
  #quotedKeys = new SafeMap();
  #isBegun = false;
  #root;
  #long = undefined; // a string that is written in parts
  #longAt = 0;
  #firstUnit = 0; // of the last text

  isDone = false;
  hasText = true; // false if there is nothing to write, as for undefined

  constructor(value, replacer, space, maxDepth) {
    if (typeof replacer === 'function') this.#replacer = replacer;
    else if (ArrayIsArray(replacer)) this.#propertyList = propertyListFrom(replacer);
    this.#gap = gapFrom(space);
    this.#colon = this.#gap === '' ? ':' : ': ';
    this.#maxDepth = maxDepth;
    this.#root = { '': value };
  }

  // Writes for a while, and returns the text.
  step() {
    let out = '';
    if (!this.#isBegun) {
      this.#isBegun = true;
      const value = this.#prepare(this.#root, '', this.#root['']);
      if (isLeftOut(value)) {
        this.hasText = false;
        this.isDone = true;
        return '';
      }
      out = this.#textOf(value, '');
    }
    for (let count = 0; count < PROPERTIES_PER_STEP && out.length < CHUNK_CHARS; count++) {
      const frame = this.#frame;
      if (this.#long !== undefined) out += this.#partOfLong();
      else if (frame === undefined) {
        this.isDone = true;
        break;
      } else if (frame.index === frame.length) out += this.#close(frame);
      else out += this.#nextOf(frame);
    }
    // V8 keeps a string that was put together as a tree of its parts, many times its size, until a character is asked for, and
    // the answer used.
    this.#firstUnit = StringPrototypeCharCodeAt(out, 0);
    return out;
  }

  #nextOf(frame) {
    const { keys, index } = frame;
    frame.index = index + 1;
    const key = keys === undefined ? index : keys[index];
    const value = this.#prepare(frame.value, key, frame.value[key]);
    if (keys === undefined) return this.#separator(frame) + (isLeftOut(value) ? 'null' : this.#textOf(value, key));
    if (isLeftOut(value)) return '';
    return this.#separator(frame) + this.#quotedKey(key) + this.#textOf(value, key);
  }

  #separator(frame) {
    const { isEmpty } = frame;
    frame.isEmpty = false;
    if (this.#gap === '') return isEmpty ? '' : ',';
    return `${isEmpty ? '' : ','}\n${frame.indent}`;
  }

  #quotedKey(key) {
    let quoted = this.#quotedKeys.get(key);
    if (quoted !== undefined) return quoted;
    quoted = JSONStringify(key) + this.#colon;
    if (key.length <= MAX_CACHED_KEY_CHARS && this.#quotedKeys.size < MAX_CACHED_KEYS) this.#quotedKeys.set(key, quoted);
    return quoted;
  }

  // The value of a property, as toJSON, the replacer and boxes have it.
  #prepare(holder, key, value) {
    if ((typeof value === 'object' && value !== null) || typeof value === 'function' || typeof value === 'bigint') {
      const { toJSON } = value;
      if (typeof toJSON === 'function') value = FunctionPrototypeCall(toJSON, value, `${key}`);
    }
    if (this.#replacer !== undefined) value = FunctionPrototypeCall(this.#replacer, holder, `${key}`, value);
    return value;
  }

  #textOf(value, key) {
    switch (typeof value) {
      case 'string':
        return value.length > CHUNK_CHARS ? this.#beginLong(value) : JSONStringify(value);
      case 'number':
        return NumberIsFinite(value) ? `${value}` : 'null';
      case 'boolean':
        return value ? 'true' : 'false';
      case 'bigint':
        throw new TypeError('Do not know how to serialize a BigInt');
      default:
        return value === null ? 'null' : this.#textOfObject(value, key);
    }
  }

  #textOfObject(value, key) {
    if (ArrayIsArray(value)) return this.#begin(value, key, undefined, value.length);
    if (types.isBoxedPrimitive(value)) {
      const inner = unboxed(value);
      if (inner !== value) return this.#textOf(inner, key);
    }
    if (JSONIsRawJSON(value)) return value.rawJSON;
    const keys = this.#propertyList ?? ObjectKeys(value);
    return this.#begin(value, key, keys, keys.length);
  }

  #begin(value, key, keys, length) {
    const parent = this.#frame;
    if (this.#isOpen(value)) throw new TypeError(this.#circle(value, key));
    const frame = frameOf(parent, value, keys, length, (parent === undefined ? '' : parent.indent) + this.#gap, key);
    if (frame.depth > this.#maxDepth) throw new ERR_GYRE_JSON_TOO_DEEP(this.#maxDepth);
    if (frame.depth > SHALLOW) this.#deep.add(value);
    else this.#shallow = frame;
    this.#frame = frame;
    return keys === undefined ? '[' : '{';
  }

  // A set of all open containers would cost more than the rest of the work for most of them.
  #isOpen(value) {
    for (let frame = this.#shallow; frame !== undefined; frame = frame.parent) if (frame.value === value) return true;
    return this.#frame !== this.#shallow && this.#deep.has(value);
  }

  #close(frame) {
    const { parent } = frame;
    this.#frame = parent;
    if (frame.depth > SHALLOW) this.#deep.delete(frame.value);
    else this.#shallow = parent;
    const bracket = frame.keys === undefined ? ']' : '}';
    return this.#gap === '' || frame.isEmpty ? bracket : `\n${parent === undefined ? '' : parent.indent}${bracket}`;
  }

  // ---- long strings

  #beginLong(text) {
    this.#long = text;
    this.#longAt = 0;
    return '"';
  }

  #partOfLong() {
    const text = this.#long;
    const from = this.#longAt;
    let to = from + CHUNK_CHARS;
    // Half of a pair would be escaped.
    if (to < text.length && (StringPrototypeCharCodeAt(text, to - 1) & 0xfc00) === 0xd800) to++;
    const part = StringPrototypeSlice(JSONStringify(StringPrototypeSlice(text, from, to)), 1, -1);
    this.#longAt = to;
    if (to < text.length) return part;
    this.#long = undefined;
    return `${part}"`;
  }

  // ---- circles

  // As V8 tells it: the container where the circle begins, the two after it, the last, and how that leads back.
  #circle(value, key) {
    const frames = [];
    for (let frame = this.#frame; ; frame = frame.parent) {
      frames[frames.length] = frame;
      if (frame.value === value) break;
    }
    ArrayPrototypeReverse(frames);
    const line = (frame) => `\n    |     ${nameOf(frame.key)} -> object with constructor '${constructorName(frame.value)}'`;
    let text = `Converting circular structure to JSON\n    --> starting at object with constructor '${constructorName(value)}'`;
    const last = frames.length - 1;
    const shown = MathMin(SHOWN_OF_CIRCLE, last);
    for (let i = 1; i <= shown; i++) text += line(frames[i]);
    if (last > shown + 1) text += '\n    |     ...';
    if (last > shown) text += line(frames[last]);
    return `${text}\n    --- ${nameOf(key)} closes the circle`;
  }
});

const nameOf = (key) => (typeof key === 'number' ? `index ${key}` : key === '' ? '<anonymous>' : `property '${key}'`);
const isLeftOut = (value) => value === undefined || typeof value === 'function' || typeof value === 'symbol';

function unboxed(value) {
  if (types.isNumberObject(value)) return Number(value);
  if (types.isStringObject(value)) return String(value);
  if (types.isBooleanObject(value)) return BooleanPrototypeValueOf(value);
  if (types.isBigIntObject(value)) return BigIntPrototypeValueOf(value);
  return value;
}

module.exports = { Writer };
