'use strict';

// Parses JSON text piece by piece. JavaScript finds where values begin and end, V8's JSON.parse makes them.
//
//   { "a": 1, "list": [ {…}, {…}, {…}, {…   text scanned so far, at least one piece
//   │                 │ └─ complete ─┘ └── begun
//   frame 1           frame 2              every container that is still open becomes a frame with an object of its own
//
// When a piece has been scanned, each container that it opened and did not close becomes a frame. The text between the frame's
// last consumed element and the container within it goes to JSON.parse in brackets: `{ "a": 1, "list": []}`. In the innermost
// frame that is the text up to the last comma. So each character is scanned once and parsed once, no call of JSON.parse gets
// more than about a piece, and what is equal to JSON.parse's result is made by it: numbers, strings, escapes, keys, order.
//
// Most of a large text need not be scanned. Once a comma is known to divide elements of a frame, the text around it (`},{` or
// `",\n  "`) is looked for near the end of the next piece, by V8. If JSON.parse takes the text up to there, in brackets, then the
// comma divides elements, too: the text before it is complete, and nothing that follows a comma could change how it is read.
// If it does not, the comma was within an element or a string, or something is wrong; then the piece is scanned.
//
// The scan checks only that brackets match. Everything else that may be wrong in the text is found by JSON.parse. A failure
// notes which text begins where in which frame; json_error makes V8's own message of it.
//
// A string longer than a piece is cut too: its parts are parsed as strings and joined.

const {
  Float64Array, JSONParse, ObjectDefineProperty, ObjectHasOwn, ObjectKeys, ObjectPrototypeIsPrototypeOf,
  StringPrototypeCharCodeAt: charCodeAt, StringPrototypeLastIndexOf, StringPrototypeSlice, SyntaxErrorPrototype, Uint16Array,
  Uint8Array, bufferOf, isolated,
} = require('internal/primordials');
const codec = require('internal/buffer/codec');
const { codes: { ERR_GYRE_JSON_TOO_DEEP } } = require('internal/errors');

const MAX_PIECE_CHARS = 64 * 1024;
const CONTEXT_CHARS = 20; // of text that is parsed are kept: messages show what stands before an error, or a short text whole

// What step() answers.
const MORE = 0; // call it again
const STARVED = 1; // it needs more text, or end()
const VALUE = 2; // a value is in `value`
const DONE = 3; // the text is at its end, and so are the values

// Where the scan is.
const BEFORE = 0; // before a value of the outermost level
const INSIDE = 1; // inside a container
const IN_STRING = 2; // inside a string that is parsed in parts
const IN_SCALAR = 3; // in a number or literal of the outermost level
const AFTER_CHILD = 4; // behind a container or string that was made on its own: a comma or bracket must follow
const AFTER = 5; // behind the only value

const OPEN_ARRAY = 91;
const OPEN_OBJECT = 123;
const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const COLON = 58;
const MAX_BORDER_CHARS = 64;
const MAX_TRIES = 3; // for a piece
const MAX_WRONG = 8; // more than were right
const LONGEST_ESCAPE = 6; // \u0041

const isSpace = (c) => c === 32 || c === 10 || c === 13 || c === 9;
const isMark = (c) => c === QUOTE || c === OPEN_ARRAY || c === OPEN_OBJECT || c === 93 || c === 125;
const isOpen = (c) => c === OPEN_ARRAY || c === OPEN_OBJECT;

// A part of a parser's text as UTF-16 units. To read an array is four times as fast as to ask a string for each of its
// characters, and the array is filled faster than either. There is one for all parsers.
const window = { owner: undefined, version: 0, from: 0, to: 0, units: undefined, bytes: undefined };

function fillWindow(owner, version, text, from, pieceChars) {
  window.units ??= new Uint16Array(MAX_PIECE_CHARS);
  window.bytes ??= new Uint8Array(bufferOf(window.units));
  const end = from + pieceChars;
  window.owner = undefined;
  window.to = end < text.length ? end : text.length;
  codec.ucs2Write(window.bytes, StringPrototypeSlice(text, from, window.to), 0, (window.to - from) * 2);
  window.from = from;
  window.version = version;
  window.owner = owner;
}

// Assigns as JSON.parse does: always an own property, whatever Object.prototype has.
function put(target, key, value) {
  if (!(key in target) || ObjectHasOwn(target, key)) target[key] = value;
  else ObjectDefineProperty(target, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
}

// What is wrong: the text from `from` to `to` can't follow `prefix`. Positions count from the begin of the parser's text.
const Failure = isolated(class Failure {
  constructor(prefix, from, to) {
    this.prefix = prefix;
    this.from = from;
    this.to = to;
  }

  static isOne(value) { return typeof value === 'object' && value !== null && #isFailure in value; }

  #isFailure = true;
});

const Parser = isolated(class Parser {
  value = undefined;
  text = '';
  at = 0; // all before it is scanned
  #version = 0; // of the text
  #isEnded = false;
  #state = BEFORE;
  #isMany;
  #maxDepth;
  #pieceChars;

  // Containers that are open, by depth from 1 on: the first #made of them are frames with an object.
  #depth = 0;
  #made = 0;
  #kinds = new Uint8Array(32);
  #opens = new Float64Array(32); // where the bracket is; of those that are no frames
  #borders = new Float64Array(32); // where the last comma is, or -1
  #targets = [];

  // Of the innermost frame: where the text begins that is not parsed yet, and whether a comma stands before it.
  #start = 0;
  #isAfterComma = false;

  #isInString = false; // while INSIDE
  #quoteAt = 0;
  #flushedAt = 0;

  // What stands around a comma between elements of the innermost frame, and where the comma is in it.
  #border = undefined;
  #commaAt = 0;
  #right = 0;
  #wrong = 0;
  #isGuessing;

  #key = undefined; // where the string goes that is parsed in parts
  #parts = '';
  #escapeAt = -LONGEST_ESCAPE;

  // isMany: the text may have any number of values, with or without white space between them.
  constructor(maxDepth, pieceChars, isMany) {
    this.#maxDepth = maxDepth;
    this.#pieceChars = pieceChars;
    this.#isMany = isMany;
    this.#isGuessing = maxDepth === Infinity; // what is not scanned may have any depth
    this.#borders[0] = -1;
  }

  get isEnded() { return this.#isEnded; }

  // How much text is not finished.
  get pending() { return this.text.length - (this.#state === INSIDE || this.#state === IN_STRING ? this.#start : this.at); }

  // Adds text. Returns what will never be looked at again.
  append(more) {
    const isBetween = this.#state === BEFORE || this.#state === AFTER || this.#state === AFTER_CHILD;
    const first = (isBetween ? this.at : this.#start) - CONTEXT_CHARS;
    const cut = first > 0 ? first : 0;
    const dropped = StringPrototypeSlice(this.text, 0, cut);
    this.text = StringPrototypeSlice(this.text, cut) + more;
    this.#version++;
    if (cut > 0) this.#moveBy(cut);
    return dropped;
  }

  end() { this.#isEnded = true; }

  #moveBy(count) {
    this.at -= count;
    this.#start -= count;
    this.#quoteAt -= count;
    this.#flushedAt -= count;
    this.#escapeAt -= count;
    const borders = this.#borders;
    if (borders[this.#made] >= 0) borders[this.#made] = borders[this.#made] < count ? -1 : borders[this.#made] - count;
    for (let level = this.#made + 1; level <= this.#depth; level++) {
      this.#opens[level] -= count;
      if (borders[level] >= 0) borders[level] -= count;
    }
  }

  // Goes on by about a piece of text. Throws a Failure for text that is no JSON.
  step() {
    const { length } = this.text;
    const end = this.at + this.#pieceChars;
    const limit = end < length ? end : length;
    switch (this.#state) {
      case INSIDE: return this.#stepInside();
      case IN_STRING: return this.#stepInString();
      case IN_SCALAR: return this.#stepInScalar(limit);
      case AFTER_CHILD: return this.#stepAfterChild(limit);
      default: return this.#stepOutside(limit);
    }
  }

  // Has the window begin at or before the place of the scan, and end behind it if there is more text.
  #openWindow() {
    const { at } = this;
    const isOpen = window.owner === this && window.version === this.#version && at >= window.from && at < window.to;
    if (!isOpen) fillWindow(this, this.#version, this.text, at < this.text.length ? at : this.text.length, this.#pieceChars);
  }

  #starvedOr(error) {
    if (this.at < this.text.length) return MORE;
    if (!this.#isEnded) return STARVED;
    throw error();
  }

  // ---- outside of all containers

  #skipSpace(limit) {
    const { text } = this;
    let i = this.at;
    while (i < limit && isSpace(charCodeAt(text, i))) i++;
    this.at = i;
    return i < limit;
  }

  #stepOutside(limit) {
    if (!this.#skipSpace(limit)) {
      if (this.at < this.text.length) return MORE;
      if (!this.#isEnded) return STARVED;
      if (this.#state === BEFORE && !this.#isMany) throw new Failure('', this.at, this.at);
      return DONE;
    }
    if (this.#state === AFTER) throw new Failure('[]', this.at, this.at + 1);
    const { at } = this;
    const c = charCodeAt(this.text, at);
    this.#start = at;
    this.#flushedAt = at;
    if (isOpen(c)) {
      this.#state = INSIDE;
      this.#isInString = false;
    } else if (c === QUOTE) {
      this.#beginString(at);
    } else {
      this.#state = IN_SCALAR;
    }
    return MORE;
  }

  // A number, true, false, null, or something wrong. It ends at white space or at what can't belong to it.
  #stepInScalar(limit) {
    const { text } = this;
    let i = this.at;
    for (; i < limit; i++) {
      const c = charCodeAt(text, i);
      if (isSpace(c) || isOpen(c) || c === QUOTE || c === COMMA) break;
    }
    this.at = i;
    if (i === limit && (limit < text.length || !this.#isEnded)) return limit < text.length ? MORE : STARVED;
    return this.#finish(this.#parse('', '', '', this.#start, i));
  }

  #finish(value) {
    this.value = value;
    this.#state = this.#isMany ? BEFORE : AFTER;
    return VALUE;
  }

  // ---- inside containers

  #stepInside() {
    if (this.#border !== undefined && this.at === this.#start && this.#depth === this.#made) {
      if (this.text.length - this.at < this.#pieceChars && !this.#isEnded) return STARVED;
      if (this.#guess()) return MORE;
    }
    this.#openWindow();
    const ended = this.#scan();
    if (ended !== undefined) return ended;
    if (this.at - this.#flushedAt >= this.#pieceChars) this.#flush();
    if (this.#state === IN_STRING) return MORE;
    return this.#starvedOr(() => this.#failAt(this.text.length));
  }

  // Parses a piece up to what looks like the border of elements. Says whether it was one.
  #guess() {
    const { text } = this;
    const begin = this.#start;
    const end = begin + this.#pieceChars;
    if (end >= text.length) return false;
    let at = end;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      at = StringPrototypeLastIndexOf(text, this.#border, at - 1);
      if (at <= begin) break;
      if (this.#appendIfValid(at + this.#commaAt)) {
        this.#right++;
        this.#start = this.at = this.#flushedAt = at + this.#commaAt + 1;
        this.#isAfterComma = true;
        return true;
      }
    }
    if (++this.#wrong > this.#right + MAX_WRONG) this.#isGuessing = false;
    this.#border = undefined;
    return false;
  }

  #appendIfValid(to) {
    const isArray = this.#kinds[this.#made] === OPEN_ARRAY;
    let part;
    try {
      part = JSONParse((isArray ? '[' : '{') + StringPrototypeSlice(this.text, this.#start, to) + (isArray ? ']' : '}'));
    } catch (error) {
      if (!ObjectPrototypeIsPrototypeOf(SyntaxErrorPrototype, error)) throw error;
      return false;
    }
    const target = this.#targets[this.#made];
    if (!isArray) return this.#merge(target, part);
    for (let i = 0, n = target.length; i < part.length; i++) target[n++] = part[i];
    return part.length > 0;
  }

  // Notes what stands around a comma that divides elements.
  #learn(comma) {
    const { text } = this;
    let after = comma + 1;
    while (after - comma < MAX_BORDER_CHARS && isSpace(charCodeAt(text, after))) after++;
    const from = isMark(charCodeAt(text, comma - 1)) ? comma - 1 : comma;
    const to = isMark(charCodeAt(text, after)) ? after + 1 : comma + 1;
    this.#border = StringPrototypeSlice(text, from, to);
    this.#commaAt = comma - from;
  }

  // The loop that looks at every character.
  #scan() {
    const { units, from: base } = window;
    const count = window.to - base;
    let kinds = this.#kinds;
    let opens = this.#opens;
    let borders = this.#borders;
    let depth = this.#depth;
    let i = this.at - base;
    let isInString = this.#isInString;
    while (i < count) {
      let c = units[i];
      if (isInString || c === QUOTE) {
        if (!isInString) {
          isInString = true;
          this.#quoteAt = base + i;
          if (++i === count) break;
          c = units[i];
        }
        while (c !== QUOTE) {
          i += c === BACKSLASH ? 2 : 1;
          if (i >= count) break;
          c = units[i];
        }
        if (i >= count) break;
        isInString = false;
      } else if (c === COMMA) {
        borders[depth] = base + i;
      } else if (c > 90) {
        if (isOpen(c)) {
          if (depth === this.#maxDepth) throw new ERR_GYRE_JSON_TOO_DEEP(this.#maxDepth);
          if (++depth === kinds.length) {
            this.#grow();
            kinds = this.#kinds;
            opens = this.#opens;
            borders = this.#borders;
          }
          kinds[depth] = c;
          opens[depth] = base + i;
          borders[depth] = -1;
        } else if (c === 93 || c === 125) {
          if (kinds[depth] !== c - 2) {
            throw this.#failAt(base + i + 1);
          }
          if (depth === this.#made) return this.#closeFrame(base + i);
          if (--depth === 0) {
            this.#depth = 0;
            this.at = base + i + 1;
            this.#isInString = false;
            return this.#finish(this.#parse('', '', '', opens[1], this.at));
          }
        }
      }
      i++;
    }
    this.at = base + i;
    this.#depth = depth;
    this.#isInString = isInString;
    return undefined;
  }

  #grow() {
    const size = this.#kinds.length * 2;
    const kinds = new Uint8Array(size);
    const opens = new Float64Array(size);
    const borders = new Float64Array(size);
    for (let i = 0; i < this.#kinds.length; i++) {
      kinds[i] = this.#kinds[i];
      opens[i] = this.#opens[i];
      borders[i] = this.#borders[i];
    }
    this.#kinds = kinds;
    this.#opens = opens;
    this.#borders = borders;
  }

  #closeFrame(closeAt) {
    this.#appendTo(closeAt, this.#isAfterComma);
    const target = this.#targets[this.#made];
    this.#border = undefined;
    this.#targets[this.#made] = undefined;
    this.#made--;
    this.#depth = this.#made;
    this.at = closeAt + 1;
    this.#isInString = false;
    return this.#childEnded(target);
  }

  #childEnded(child) {
    if (this.#made === 0) return this.#finish(child);
    this.#state = AFTER_CHILD;
    return MORE;
  }

  // The outermost open container that had a comma not long ago. What stands behind that comma is scanned again, but the comma
  // is one that comes again and again, between the records of a list and not within one: guesses look for such.
  #levelOfBorder() {
    const half = this.at - (this.#pieceChars >> 1);
    const from = half > this.#start ? half : this.#start;
    let level = this.#made > 0 ? this.#made : 1;
    while (level < this.#depth && this.#borders[level] < from) level++;
    return level;
  }

  // Makes frames of all open containers, or of those down to the one where guesses begin, and parses what is complete in them.
  #flush() {
    this.#flushedAt = this.at;
    const innermost = this.#isGuessing ? this.#levelOfBorder() : this.#depth;
    while (this.#made < innermost) {
      const level = this.#made + 1;
      const open = this.#opens[level];
      const target = this.#kinds[level] === OPEN_OBJECT ? {} : [];
      this.#beginChild(open, target);
      this.#border = undefined;
      this.#made = level;
      this.#targets[level] = target;
      this.#start = open + 1;
      this.#isAfterComma = false;
    }
    const border = this.#borders[this.#made];
    if (border >= this.#start) {
      this.#appendTo(border, true);
      this.#start = border + 1;
      this.#isAfterComma = true;
      if (this.#isGuessing) {
        // What was scanned behind the comma is left to the guess.
        this.#learn(border);
        this.at = this.#flushedAt = this.#start;
        this.#depth = this.#made;
        this.#isInString = false;
        return;
      }
    }
    if (this.#isInString && this.at - this.#quoteAt >= this.#pieceChars && !this.#isKey(this.#quoteAt)) {
      this.#beginChild(this.#quoteAt, '');
      this.#beginString(this.#quoteAt);
    }
  }

  // Parses the text of the innermost frame up to where a container or a long string begins, which gets its place.
  #beginChild(at, child) {
    const made = this.#made;
    if (made === 0) return;
    const target = this.#targets[made];
    if (this.#kinds[made] === OPEN_ARRAY) {
      if (at > this.#start) {
        const items = this.#parse('[', '[]]', '', this.#start, at);
        for (let i = 0, n = target.length; i < items.length - 1; i++) target[n++] = items[i];
      }
      target[target.length] = child;
      return;
    }
    const members = this.#parse('{', '[]}', '', this.#start, at);
    const border = this.#borders[made];
    const last = border >= this.#start ? this.#parse('{', '[]}', '', border + 1, at) : members;
    const { 0: key } = ObjectKeys(last);
    this.#merge(target, members);
    target[key] = child; // it is an own property now
    this.#key = key;
  }

  // Parses the elements or members up to a comma or the closing bracket.
  #appendTo(to, mustBeSome) {
    const target = this.#targets[this.#made];
    if (this.#kinds[this.#made] === OPEN_ARRAY) {
      const items = this.#parse('[', ']', '', this.#start, to);
      if (items.length === 0 && mustBeSome) throw this.#failAt(to + 1);
      for (let i = 0, n = target.length; i < items.length; i++) target[n++] = items[i];
    } else {
      const members = this.#parse('{', '}', '', this.#start, to);
      if (!this.#merge(target, members) && mustBeSome) throw this.#failAt(to + 1);
    }
  }

  #merge(target, members) {
    const keys = ObjectKeys(members);
    for (let i = 0; i < keys.length; i++) put(target, keys[i], members[keys[i]]);
    return keys.length > 0;
  }

  #stepAfterChild(limit) {
    if (!this.#skipSpace(limit)) return this.#starvedOr(() => this.#failAfterChild());
    const c = charCodeAt(this.text, this.at);
    const kind = this.#kinds[this.#made];
    if (c === COMMA) {
      this.at++;
      this.#start = this.at;
      this.#isAfterComma = true;
      this.#borders[this.#made] = -1;
      this.#state = INSIDE;
      this.#flushedAt = this.at;
      return MORE;
    }
    if (c !== kind + 2) throw this.#failAfterChild();
    const target = this.#targets[this.#made];
    this.#border = undefined;
    this.#targets[this.#made] = undefined;
    this.#made--;
    this.#depth = this.#made;
    this.at++;
    return this.#childEnded(target);
  }

  // ---- strings in parts

  // Whether the string is the key of a member: no colon stands before it. A key is parsed as a whole.
  #isKey(quoteAt) {
    if (this.#kinds[this.#made] === OPEN_ARRAY) return false;
    let i = quoteAt - 1;
    while (i >= this.#start && isSpace(charCodeAt(this.text, i))) i--;
    return i < this.#start || charCodeAt(this.text, i) !== COLON;
  }

  #beginString(quoteAt) {
    this.#state = IN_STRING;
    this.#isInString = false;
    this.#parts = '';
    this.#start = quoteAt + 1;
    this.at = quoteAt + 1;
    this.#flushedAt = this.at;
    this.#escapeAt = quoteAt - LONGEST_ESCAPE;
  }

  #stepInString() {
    this.#openWindow();
    const { text } = this;
    const { units, from: base } = window;
    const count = window.to - base;
    let read = this.at - base;
    while (read < count) {
      const c = units[read];
      if (c === QUOTE) break;
      if (c === BACKSLASH) this.#escapeAt = base + read++;
      read++;
    }
    const i = base + read;
    this.at = i;
    if (read < count) {
      const value = this.#parts + this.#parse('"', '"', '"', this.#start, i);
      this.#parts = '';
      this.at = i + 1;
      if (this.#made > 0) {
        const target = this.#targets[this.#made];
        if (this.#kinds[this.#made] === OPEN_ARRAY) target[target.length - 1] = value;
        else target[this.#key] = value;
      }
      return this.#childEnded(value);
    }
    if (i - this.#flushedAt >= this.#pieceChars) {
      this.#flushedAt = i;
      const cut = i - this.#escapeAt < LONGEST_ESCAPE ? this.#escapeAt : i;
      this.#parts += this.#parse('"', '"', '"', this.#start, cut);
      this.#start = cut;
    }
    return this.#starvedOr(() => new Failure('"', this.#start, text.length));
  }

  // ---- JSON.parse, and what it does not like

  #parse(before, after, prefix, from, to) {
    try {
      return JSONParse(before + StringPrototypeSlice(this.text, from, to) + after);
    } catch (error) {
      if (!ObjectPrototypeIsPrototypeOf(SyntaxErrorPrototype, error)) throw error;
      if (before === '' || prefix !== '') throw new Failure(prefix, from, to + 1);
      throw this.#failAt(to + 1);
    }
  }

  // Something is wrong between the begin of the text that is not parsed yet and `to`.
  #failAt(to) {
    if (this.#made === 0) return new Failure('', this.#start, to);
    const isArray = this.#kinds[this.#made] === OPEN_ARRAY;
    const prefix = this.#isAfterComma ? (isArray ? '[0,' : '{"":0,') : (isArray ? '[' : '{');
    return new Failure(prefix, this.#start, to);
  }

  #failAfterChild() {
    return new Failure(this.#kinds[this.#made] === OPEN_ARRAY ? '[[]' : '{"":[]', this.at, this.at + 1);
  }
});

module.exports = { DONE, Failure, MAX_PIECE_CHARS, MORE, Parser, STARVED, VALUE };
