'use strict';

// One component of a URLPattern, such as '/books/:id(\\d+)?': converts text to tokens, tokens to parts, parts to a RegExp
// and back to normalized text. It follows the URL Pattern standard and keeps its names.


const {
  ArrayFrom, ArrayPrototypeForEach, ArrayPrototypeJoin, ArrayPrototypePush, ArrayPrototypeSlice, ArrayPrototypeSome, RegExp,
  RegExpPrototypeExec, SafeSet, String, StringPrototypeEndsWith, TypeError, itemsOf, replacePattern,
} = require('internal/primordials');

const ASCII = /^[\0-\x7f]$/;
const NAME_START = /[\p{ID_Start}$_]/u;
const NAME_PART = /[\p{ID_Continue}$\u200c\u200d]/u;


const isNameCharacter = (char, first) => RegExpPrototypeExec(first ? NAME_START : NAME_PART, char) !== null;
const escapeRegExp = (text) => replacePattern(/[.+*?^${}()[\]|/\\]/g, text, '\\$&');
const escapePattern = (text) => replacePattern(/[+*?:{}()\\]/g, text, '\\$&');

const fail = (message) => new TypeError(message);

// ---- tokens

// Reads the regular expression whose '(' is at `start`: returns the index after its ')', or -1.
function endOfRegExp(chars, start) {
  let depth = 1;
  let at = start + 1;
  while (at < chars.length) {
    const char = chars[at];
    if (RegExpPrototypeExec(ASCII, char) === null || (at === start + 1 && char === '?')) return -1;
    if (char === '\\') {
      if (at === chars.length - 1 || RegExpPrototypeExec(ASCII, chars[at + 1]) === null) return -1;
      at += 2;
      continue;
    }
    if (char === ')') {
      if (--depth === 0) return at - start > 1 ? at + 1 : -1;
    } else if (char === '(') {
      depth++;
      if (chars[at + 1] !== '?') return -1; // no capturing groups within
    }
    at++;
  }
  return -1;
}

// With `lenient`, an invalid character becomes a token of its own; otherwise it throws.
function tokenize(input, lenient) {
  const chars = ArrayFrom(input);
  const tokens = [];
  const plain = { '__proto__': null, '*': 'asterisk', '+': 'other-modifier', '?': 'other-modifier', '{': 'open', '}': 'close' };
  for (let at = 0; at < chars.length;) {
    const char = chars[at];
    let type = plain[char] ?? 'char';
    let end = at + 1;
    let value = char;
    if (char === '\\') {
      type = at === chars.length - 1 ? 'invalid-char' : 'escaped-char';
      if (type === 'escaped-char') value = chars[end++];
    } else if (char === ':') {
      while (end < chars.length && isNameCharacter(chars[end], end === at + 1)) end++;
      type = end === at + 1 ? 'invalid-char' : 'name';
      if (type === 'name') value = ArrayPrototypeJoin(ArrayPrototypeSlice(chars, at + 1, end), '');
    } else if (char === '(') {
      const close = endOfRegExp(chars, at);
      type = close === -1 ? 'invalid-char' : 'regexp';
      if (type === 'regexp') {
        value = ArrayPrototypeJoin(ArrayPrototypeSlice(chars, at + 1, close - 1), '');
        end = close;
      }
    }
    if (type === 'invalid-char' && !lenient) throw fail(`unexpected ${char} at ${at} of ${input}`);
    ArrayPrototypePush(tokens, { type, index: at, value });
    at = end;
  }
  ArrayPrototypePush(tokens, { type: 'end', index: chars.length, value: '' });
  return { chars, tokens };
}

// ---- parts

const FULL_WILDCARD = '.*';
const segmentWildcard = ({ delimiter }) => (delimiter === '' ? '[^]+?' : `[^${escapeRegExp(delimiter)}]+?`);

class PatternParser {
  #tokens;
  #at = 0;
  #encode;
  #options;
  #pending = '';
  #nextNumber = 0;
  #names = new SafeSet();
  parts = [];

  constructor(input, options, encode) {
    this.#tokens = tokenize(input, false).tokens;
    this.#options = options;
    this.#encode = encode;
  }

  #take(type) {
    const token = this.#tokens[this.#at];
    if (token === undefined || token.type !== type) return null;
    this.#at++;
    return token;
  }

  #takeModifier() {
    return this.#take('other-modifier') ?? this.#take('asterisk');
  }

  #takeRegExpOrWildcard(name) {
    return this.#take('regexp') ?? (name === null ? this.#take('asterisk') : null);
  }

  #takeText() {
    let text = '';
    for (let token; (token = this.#take('char') ?? this.#take('escaped-char')) !== null;) text += token.value;
    return text;
  }

  #require(type) {
    if (this.#take(type) === null) throw fail(`missing ${type}`);
  }

  #flush() {
    if (this.#pending === '') return;
    ArrayPrototypePush(this.parts, { type: 'fixed-text', value: this.#encode(this.#pending), modifier: '', name: '', prefix: '', suffix: '' });
    this.#pending = '';
  }

  #add(prefix, name, regexp, suffix, modifierToken) {
    const modifier = modifierToken?.value ?? '';
    if (name === null && regexp === null && modifier === '') {
      this.#pending += prefix;
      return;
    }
    this.#flush();
    if (name === null && regexp === null) {
      if (prefix === '') return;
      ArrayPrototypePush(this.parts, { type: 'fixed-text', value: this.#encode(prefix), modifier, name: '', prefix: '', suffix: '' });
      return;
    }
    const segment = segmentWildcard(this.#options);
    let value = regexp === null ? segment : regexp.type === 'asterisk' ? FULL_WILDCARD : regexp.value;
    let type = 'regexp';
    if (value === segment) type = 'segment-wildcard';
    else if (value === FULL_WILDCARD) type = 'full-wildcard';
    if (type !== 'regexp') value = '';
    const partName = name === null ? String(this.#nextNumber++) : name.value;
    if (this.#names.has(partName)) throw fail(`two groups are named ${partName}`);
    this.#names.add(partName);
    ArrayPrototypePush(this.parts, { type, value, modifier, name: partName, prefix: this.#encode(prefix), suffix: this.#encode(suffix) });
  }

  parse() {
    while (this.#at < this.#tokens.length) {
      const char = this.#take('char');
      const name = this.#take('name');
      const regexp = this.#takeRegExpOrWildcard(name);
      if (name !== null || regexp !== null) {
        let prefix = char?.value ?? '';
        if (prefix !== '' && prefix !== this.#options.prefix) {
          this.#pending += prefix;
          prefix = '';
        }
        this.#flush();
        this.#add(prefix, name, regexp, '', this.#takeModifier());
        continue;
      }
      const fixed = char ?? this.#take('escaped-char');
      if (fixed !== null) {
        this.#pending += fixed.value;
        continue;
      }
      if (this.#take('open') !== null) {
        const prefix = this.#takeText();
        const groupName = this.#take('name');
        const groupRegExp = this.#takeRegExpOrWildcard(groupName);
        const suffix = this.#takeText();
        this.#require('close');
        this.#add(prefix, groupName, groupRegExp, suffix, this.#takeModifier());
        continue;
      }
      this.#flush();
      this.#require('end');
    }
    return this.parts;
  }
}

// ---- to a RegExp

function regExpSource(parts, options) {
  const names = [];
  let source = '^';
  for (const part of itemsOf(parts)) {
    const { type, modifier } = part;
    if (type === 'fixed-text') {
      source += modifier === '' ? escapeRegExp(part.value) : `(?:${escapeRegExp(part.value)})${modifier}`;
      continue;
    }
    ArrayPrototypePush(names, part.name);
    const inner = type === 'segment-wildcard' ? segmentWildcard(options) : type === 'full-wildcard' ? FULL_WILDCARD : part.value;
    const prefix = escapeRegExp(part.prefix);
    const suffix = escapeRegExp(part.suffix);
    const once = modifier === '' || modifier === '?';
    if (prefix === '' && suffix === '') {
      source += once ? `(${inner})${modifier}` : `((?:${inner})${modifier})`;
    } else if (once) {
      source += `(?:${prefix}(${inner})${suffix})${modifier}`;
    } else {
      source += `(?:${prefix}((?:${inner})(?:${suffix}${prefix}(?:${inner}))*)${suffix})${modifier === '*' ? '?' : ''}`;
    }
  }
  return { source: `${source}$`, names };
}

// ---- back to text

function needsBraces(part, before, after, options) {
  if (part.suffix !== '' || (part.prefix !== '' && part.prefix !== options.prefix)) return true;
  const named = RegExpPrototypeExec(/^\d/, part.name) === null;
  if (named && part.type === 'segment-wildcard' && part.modifier === '' && after !== undefined &&
      after.prefix === '' && after.suffix === '') {
    // The following text could be taken for more of the name, or for its expression.
    const first = ArrayFrom(after.value)[0] ?? '';
    if (after.type === 'fixed-text' ? isNameCharacter(first, false) : RegExpPrototypeExec(/^\d/, after.name) !== null) return true;
  }
  return part.prefix === '' && before?.type === 'fixed-text' && options.prefix !== '' &&
    StringPrototypeEndsWith(before.value, options.prefix);
}

function patternText(parts, options) {
  let out = '';
  ArrayPrototypeForEach(parts, (part, i) => {
    const before = parts[i - 1];
    if (part.type === 'fixed-text') {
      out += part.modifier === '' ? escapePattern(part.value) : `{${escapePattern(part.value)}}${part.modifier}`;
      return;
    }
    const named = RegExpPrototypeExec(/^\d/, part.name) === null;
    const braces = needsBraces(part, before, parts[i + 1], options);
    let text = escapePattern(part.prefix);
    if (named) text += `:${part.name}`;
    if (part.type === 'regexp') {
      text += `(${part.value})`;
    } else if (part.type === 'segment-wildcard') {
      if (!named) text += `(${segmentWildcard(options)})`;
    } else {
      const bare = !named && (before === undefined || before.type === 'fixed-text' || before.modifier !== '' ||
        braces || part.prefix !== '');
      text += bare ? '*' : `(${FULL_WILDCARD})`;
    }
    if (part.type === 'segment-wildcard' && named && part.suffix !== '' &&
        isNameCharacter(ArrayFrom(part.suffix)[0], false)) text += '\\';
    text += escapePattern(part.suffix);
    out += (braces ? `{${text}}` : text) + part.modifier;
  });
  return out;
}

// ---- a component

const defaultOptions = { delimiter: '', prefix: '' };
const hostnameOptions = { delimiter: '.', prefix: '' };
const pathnameOptions = { delimiter: '/', prefix: '/' };

// `encode` canonicalizes fixed text as in a URL, or throws.
function compileComponent(input, encode, options, ignoreCase = false) {
  const parts = new PatternParser(input, options, encode).parse();
  const { source, names } = regExpSource(parts, options);
  return {
    pattern: patternText(parts, options),
    regexp: new RegExp(source, ignoreCase ? 'vi' : 'v'),
    names,
    hasRegExpGroups: ArrayPrototypeSome(parts, (part) => part.type === 'regexp'),
  };
}

module.exports = { compileComponent, defaultOptions, escapePattern, hostnameOptions, pathnameOptions, tokenize };
