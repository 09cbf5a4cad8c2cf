'use strict';

// Colours a regular expression: each level of nesting takes the next colour of a palette, and syntax other than plain
// characters (quantifiers, wildcards, names) takes a later one. One pass, which tolerates unknown syntax.

const {
  ArrayPrototypePush, RegExpPrototypeExec, StringPrototypeIndexOf, StringPrototypeSlice,
} = require('internal/primordials');

const isDigit = (character) => character >= '0' && character <= '9';

class RegExpPainter {
  #source;
  #palette;
  #at = 1;
  #depth = 0;
  #painted = '';

  constructor(source, palette) {
    this.#source = source;
    this.#palette = palette;
  }

  paint() {
    this.#write('/');
    this.#depth = 1;
    while (this.#at < this.#source.length && this.#source[this.#at] !== '/') this.#next();
    this.#write('/', -1);
    this.#at++;
    if (this.#at < this.#source.length) this.#write(StringPrototypeSlice(this.#source, this.#at));
    return this.#painted;
  }

  // `deeper` levels below the current one.
  #write(text, deeper = 0) {
    const { 0: on, 1: off } = this.#palette[(this.#depth + deeper) % this.#palette.length] ?? this.#palette[0];
    this.#painted += `${on}${text}${off}`;
  }

  #next() {
    const character = this.#source[this.#at];
    switch (character) {
      case '[': return this.#characterClass();
      case '(': return this.#openGroup();
      case ')':
        this.#depth--;
        this.#at++;
        return this.#write(')');
      case '\\': return this.#escape(1);
      case '{': return this.#quantifier();
      case '|': case '+': case '*': case '?': case ',': case '^': case '$':
        this.#at++;
        return this.#write(character, 3);
      case '.':
        this.#at++;
        return this.#write('.', 2);
      default:
        this.#at++;
        return this.#write(character, 1);
    }
  }

  #characterClass() {
    this.#write('[');
    this.#depth++;
    this.#at++;
    while (this.#at < this.#source.length) {
      const character = this.#source[this.#at];
      if (character === ']') {
        this.#depth--;
        this.#at++;
        this.#write(']');
        return;
      }
      if (character === '\\') {
        this.#escape(0);
        continue;
      }
      const next = this.#source[this.#at + 1];
      const isRange = character === '-' && this.#source[this.#at - 1] !== '[' && next !== undefined && next !== ']';
      this.#write(character, isRange ? 1 : 0);
      this.#at++;
    }
  }

  // A backslash and its operand. References to groups exist only outside of classes, where `deeper` is 1.
  #escape(deeper) {
    const kind = this.#source[this.#at + 1];
    if (kind === undefined) {
      this.#at++;
      return this.#write('\\', deeper);
    }
    this.#at += 2;
    const follower = this.#source[this.#at];
    if (follower === '{' && (kind === 'u' || kind === 'p' || kind === 'P')) {
      return this.#enclosed(`\\${kind}{`, '}', 0);
    }
    if (follower === '<' && kind === 'k' && deeper === 1) return this.#enclosed('\\k<', '>', -1);
    let text = `\\${kind}`;
    if (kind === 'x') {
      text += this.#take(2);
    } else if (deeper === 1 && isDigit(kind)) {
      text += this.#takeDigits();
    }
    return this.#write(text, deeper);
  }

  // \u{...}, \p{...}, \k<...>: the contents are one level deeper than the delimiters.
  #enclosed(open, close, deeper) {
    const end = StringPrototypeIndexOf(this.#source, close, this.#at + 1);
    if (end === -1) {
      this.#at++;
      return this.#write(open, 1);
    }
    this.#write(open, deeper);
    this.#write(StringPrototypeSlice(this.#source, this.#at + 1, end), deeper + 1);
    this.#write(close, deeper);
    this.#at = end + 1;
    return undefined;
  }

  #openGroup() {
    this.#write('(');
    this.#depth++;
    this.#at++;
    if (this.#source[this.#at] !== '?') return;
    const { 0: mark } = RegExpPrototypeExec(/^\?(?:[:=!]|<[=!])/, StringPrototypeSlice(this.#source, this.#at, this.#at + 3)) ?? [];
    if (mark !== undefined) {
      this.#write(mark, -1);
      this.#at += mark.length;
    } else if (this.#source[this.#at + 1] === '<') {
      this.#groupName();
    } else {
      this.#write('?');
      this.#at++;
    }
  }

  #groupName() {
    const start = this.#at + 2;
    const end = StringPrototypeIndexOf(this.#source, '>', start);
    this.#write('?<', -1);
    this.#write(end === -1 ? StringPrototypeSlice(this.#source, start) : StringPrototypeSlice(this.#source, start, end));
    if (end !== -1) this.#write('>', -1);
    this.#at = end === -1 ? this.#source.length : end + 1;
  }

  #quantifier() {
    this.#at++;
    const least = this.#takeDigits();
    const hasComma = this.#source[this.#at] === ',';
    if (least === '' && !hasComma) return this.#write('{', 1);
    this.#write('{');
    this.#depth++;
    if (least !== '') this.#write(least, 1);
    if (hasComma) {
      this.#write(',');
      this.#at++;
    }
    const most = this.#takeDigits();
    if (most !== '') this.#write(most, 1);
    if (this.#source[this.#at] === '}') {
      this.#depth--;
      this.#write('}');
      this.#at++;
    }
    if (this.#source[this.#at] === '?') {
      this.#write('?', 3);
      this.#at++;
    }
    return undefined;
  }

  #take(count) {
    const text = StringPrototypeSlice(this.#source, this.#at, this.#at + count);
    this.#at += count;
    return text;
  }

  #takeDigits() {
    const start = this.#at;
    while (this.#at < this.#source.length && isDigit(this.#source[this.#at])) this.#at++;
    return StringPrototypeSlice(this.#source, start, this.#at);
  }
}

function highlightRegExp(source, colors, paletteNames) {
  const palette = [];
  for (let i = 0; i < paletteNames.length; i++) {
    const name = paletteNames[i];
    const color = colors[name];
    if (color) ArrayPrototypePush(palette, [`\u001b[${color[0]}m`, `\u001b[${color[1]}m`]);
  }
  return new RegExpPainter(source, palette).paint();
}

module.exports = { highlightRegExp };
