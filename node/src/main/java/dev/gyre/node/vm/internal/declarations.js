'use strict';

// The top-level declarations of a script, which become part of the global object or of the common scope of scripts:
//
//   vars        var, anywhere outside of functions
//   functions   function declarations
//   lexicals    let, const and class
//   inBlocks    functions declared inside blocks, which sloppy code sees outside of them once the block has run
//   typeofs     undeclared names in `typeof name`, which must not throw
//   strict      it begins with 'use strict'
//
// Found by scanning words (internal/module/esm_scan), not by parsing. The source is known to be valid.

const {
  ArrayPrototypeAt, ArrayPrototypePop, ArrayPrototypePush, RegExpPrototypeExec, SafeSet, StringPrototypeIncludes,
  StringPrototypeStartsWith,
} = require('internal/primordials');
const { Scanner, endOfString, identifierAt } = require('internal/module/esm_scan');

// The scanner's own stops, and the tokens that end or continue a list of declarations.
const stops = /["'`/(){},;[\]\n]|\b(?:var|let|const|function|class|typeof)\b/g;

// After these, `(...) {` begins a block; otherwise the body of a function or method.
const beforeBlock = new SafeSet(['if', 'for', 'while', 'with', 'switch', 'catch', 'await']);
// After these, `function` and `class` are part of an expression.
const beforeExpression = new SafeSet(['return', 'typeof', 'new', 'in', 'of', 'void', 'delete', 'case', 'await', 'yield',
  'throw', 'instanceof', 'extends', 'default']);
const operators = '=(,:?&|!+-*/%<>~^[';
const wordCharacter = /[\w$\u0080-\uffff]/;
const prologue = /^(?:\s|\/\/.*|\/\*[^]*?\*\/|(["'])(?!use strict\1)(?:\\.|(?!\1).)*\1\s*;?)*(["'])use strict\2/;

const isStrictScript = (source) => RegExpPrototypeExec(prologue, source) !== null;

class Declarations extends Scanner {
  vars = new SafeSet();
  functions = new SafeSet();
  lexicals = new SafeSet();
  inBlocks = new SafeSet();
  typeofs = new SafeSet();
  strict;

  #brackets = 0;
  #parenWords = [];
  #lastParenWord = '';
  #bodies = []; // depths of the braces that are bodies of functions
  #list; // the declarations that a comma would continue: { names, depth }

  constructor(source) {
    super(source, stops);
    this.strict = isStrictScript(source);
    this.walk((word, at) => this.#word(word, at));
  }

  get #depth() { return `${this.braces.length} ${this.parens.length} ${this.#brackets}`; }

  get #isTop() { return this.braces.length === 0 && this.parens.length === 0 && this.#brackets === 0; }

  punctuator(ch, index) {
    switch (ch) {
      case ',':
        if (this.#list?.depth === this.#depth) this.#declare(this.#list.names, index + 1);
        return index + 1;
      case ';':
        if (this.#list?.depth === this.#depth) this.#list = undefined;
        return index + 1;
      case '\n':
        if (this.#list?.depth === this.#depth && this.#endsStatement(index)) this.#list = undefined;
        return index + 1;
      case '[':
        this.#brackets++;
        return index + 1;
      case ']':
        this.#brackets--;
        return index + 1;
      case '(':
        ArrayPrototypePush(this.#parenWords, this.wordBefore(index));
        break;
      case ')':
        this.#lastParenWord = ArrayPrototypePop(this.#parenWords);
        break;
      case '{':
        if (this.#opensBody(index)) ArrayPrototypePush(this.#bodies, this.braces.length + 1);
        break;
      case '}':
        if (ArrayPrototypeAt(this.#bodies, -1) === this.braces.length) ArrayPrototypePop(this.#bodies);
        break;
    }
    return super.punctuator(ch, index);
  }

  #opensBody(index) {
    const last = this.before(index);
    if (this.source[last] === ')') return !beforeBlock.has(this.#lastParenWord);
    if (this.source[last] === '>') return this.source[last - 1] === '=';
    return this.wordEndingAt(last) === 'static';
  }

  // A line break ends a statement unless one of its sides requires a continuation.
  #endsStatement(index) {
    const { source } = this;
    const last = source[this.before(index)] ?? ';';
    const next = source[this.skip(index)] ?? '';
    if (RegExpPrototypeExec(wordCharacter, next) === null && next !== '"' && next !== "'") return false;
    if (RegExpPrototypeExec(/^(?:in|instanceof|of)$/, identifierAt(source, this.skip(index))) !== null) return false;
    return !StringPrototypeIncludes(operators, last) && last !== '.';
  }

  #word(word, at) {
    if (this.#bodies.length > 0 && word !== 'typeof') return;
    const { source } = this;
    if (source[this.before(at)] === '.') return;
    const next = this.skip(at + word.length);
    if (source[next] === ':' && word !== 'typeof') return; // a property name
    switch (word) {
      case 'var':
        this.#begin(this.vars, next);
        break;
      case 'let':
      case 'const':
        if (this.#isTop && RegExpPrototypeExec(/[\w$\u0080-\uffff[{]/, source[next]) !== null) this.#begin(this.lexicals, next);
        break;
      case 'class':
        if (this.#isTop && this.#beginsStatement(at)) this.lexicals.add(identifierAt(source, next));
        break;
      case 'function':
        this.#function(at, next);
        break;
      default:
        this.#typeof(source[next] === '(' ? this.skip(next + 1) : next);
    }
  }

  #typeof(at) {
    const name = identifierAt(this.source, at);
    const next = this.source[this.skip(at + name.length)] ?? '';
    if (name !== '' && (next === '' || !StringPrototypeIncludes('.[(', next))) this.typeofs.add(name);
  }

  #function(at, next) {
    const { source } = this;
    const isAsync = this.wordBefore(at) === 'async';
    if (!this.#beginsStatement(isAsync ? this.before(at) - 'async'.length + 1 : at)) return;
    const name = identifierAt(source, source[next] === '*' ? this.skip(next + 1) : next);
    if (name !== '') (this.#isTop ? this.functions : this.inBlocks).add(name);
  }

  #beginsStatement(at) {
    const last = this.before(at);
    if (last < 0) return true;
    if (StringPrototypeIncludes(operators, this.source[last])) return false;
    return !beforeExpression.has(this.wordEndingAt(last));
  }

  #begin(names, at) {
    this.#list = { names, depth: this.#depth };
    this.#declare(names, at);
  }

  // Adds the names of the binding at `at`; returns where it ends.
  #declare(names, at) {
    const { source } = this;
    at = this.skip(at);
    if (source[at] === '{' || source[at] === '[') return this.#pattern(names, at);
    const name = identifierAt(source, at);
    if (name !== '') names.add(name);
    return at + name.length;
  }

  // [a, , { b: c = 1, d }, ...e]
  #pattern(names, at) {
    const { source } = this;
    const isObject = source[at] === '{';
    const end = isObject ? '}' : ']';
    at = this.skip(at + 1);
    while (at < source.length && source[at] !== end) {
      if (source[at] === ',') {
        at = this.skip(at + 1);
        continue;
      }
      if (StringPrototypeStartsWith(source, '...', at)) at = this.#declare(names, at + 3);
      else if (isObject) at = this.#property(names, at);
      else at = this.#declare(names, at);
      at = this.skip(at);
      if (source[at] === '=') at = this.skip(endOfExpression(source, at + 1));
    }
    return at + 1;
  }

  #property(names, at) {
    const { source } = this;
    const name = identifierAt(source, at);
    let after;
    if (name !== '') after = at + name.length;
    else if (source[at] === '[') after = endOfExpression(source, at + 1) + 1;
    else after = endOfString(source, at);
    after = this.skip(after);
    if (source[after] === ':') return this.#declare(names, after + 1);
    names.add(name);
    return after;
  }
}

// Skips to the comma or the closing bracket after a default value.
function endOfExpression(source, at) {
  let depth = 0;
  for (; at < source.length; at++) {
    const ch = source[at];
    if (ch === '"' || ch === "'" || ch === '`') at = endOfString(source, at) - 1;
    else if (StringPrototypeIncludes('([{', ch)) depth++;
    else if (depth === 0 && (ch === ',' || StringPrototypeIncludes(')]}', ch))) return at;
    else if (StringPrototypeIncludes(')]}', ch)) depth--;
  }
  return at;
}

module.exports = { Declarations, isStrictScript };
