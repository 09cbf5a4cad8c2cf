'use strict';

// The names that a CommonJS module exports, guessed from its source without running it, for `import { name }`. The
// recognized forms are those that Node recognizes, written by hand or by transpilers:
//
//   exports.a = …; exports['a'] = …; module.exports.a = …
//   Object.defineProperty(exports, 'a', { value | enumerable: true, value | enumerable: true, get() { return b.c } })
//   module.exports = { a, b: c, ...require('x') }     up to the first value that is no plain name
//   module.exports = require('x')                     the names of x, the last one wins
//   __exportStar(require('x'), exports), __export(require('x'))
//   Object.keys(x).forEach(function (key) { … exports[key] … }) with var x = require('x')

const {
  ArrayPrototypePush, ArrayPrototypeReduce, RegExp, RegExpPrototypeExec, SafeMap, SafeSet, StringPrototypeIncludes,
  StringPrototypeIsWellFormed, StringPrototypeSlice, StringPrototypeStartsWith, itemsOf,
} = require('internal/primordials');
const { Scanner, stopsAt, endOfString, stringValue, identifierAt } = require('internal/module/esm_scan');

const words = stopsAt(['exports', 'module', 'Object', '__exportStar', '__export', 'require', '_interopRequireWildcard']);
const isQuote = (ch) => ch === '"' || ch === "'";
const identifierStart = /[\p{ID_Start}$_]/u;

class NameScan {
  names = new SafeSet();
  reexports = []; // specifiers
  #wildcards = new SafeMap(); // variable -> specifier

  constructor(source) {
    this.source = source;
    this.scanner = new Scanner(source, words);
    this.scanner.walk((word, start) => {
      const last = this.scanner.before(start);
      const isProperty = source[last] === '.';
      const at = start + word.length;
      switch (word) {
        case 'exports': return isProperty ? undefined : this.assigned(at, false);
        case 'module': return isProperty ? undefined : this.moduleExports(at, (end) => this.assigned(end, true));
        case 'Object': return isProperty ? undefined : this.object(at);
        case 'require':
        case '_interopRequireWildcard': return isProperty ? undefined : this.variable(start, at);
        default: return this.star(at);
      }
    });
  }

  peek(at) { return this.source[this.scanner.skip(at)]; }

  // The position after `text` (punctuation or a word), or undefined if it doesn't follow.
  eat(at, text) {
    if (at === undefined) return undefined;
    at = this.scanner.skip(at);
    if (!StringPrototypeStartsWith(this.source, text, at)) return undefined;
    if (RegExpPrototypeExec(/^\w/, text) !== null && identifierAt(this.source, at) !== text) return undefined;
    return at + text.length;
  }

  eatAll(at, ...texts) {
    return ArrayPrototypeReduce(texts, (position, text) => this.eat(position, text), at);
  }

  // [value, end] of a string
  string(at) {
    if (at === undefined) return [];
    at = this.scanner.skip(at);
    if (!isQuote(this.source[at])) return [];
    const end = endOfString(this.source, at);
    return [stringValue(this.source, at, end), end];
  }

  // [name, end] of an identifier
  identifier(at) {
    if (at === undefined) return [];
    at = this.scanner.skip(at);
    const name = identifierAt(this.source, at);
    return name === '' || RegExpPrototypeExec(identifierStart, name[0]) === null ? [] : [name, at + name.length];
  }

  moduleExports(at, then) {
    const end = this.eatAll(at, '.', 'exports');
    return end === undefined ? undefined : then(end);
  }

  // The end of `exports` or `module.exports`.
  exportsObject(at) {
    return this.eat(at, 'exports') ?? this.eatAll(at, 'module', '.', 'exports');
  }

  // [specifier, end] of require('x')
  required(at) {
    const { 0: specifier, 1: end } = this.string(this.eatAll(at, 'require', '('));
    const close = this.eat(end, ')');
    return close === undefined ? [] : [specifier, close];
  }

  // After `exports` or `module.exports`.
  assigned(at, isModule) {
    const ch = this.peek(at);
    let name;
    let end;
    if (ch === '.') ({ 0: name, 1: end } = this.identifier(this.eat(at, '.')));
    else if (ch === '[') {
      ({ 0: name, 1: end } = this.string(this.eat(at, '[')));
      end = this.eat(end, ']');
    } else if (ch === '=' && isModule) {
      return this.replaced(this.eat(at, '='));
    }
    if (end !== undefined && this.peek(end) === '=') this.names.add(name);
    return undefined;
  }

  // module.exports = …
  replaced(at) {
    this.reexports.length = 0;
    const open = this.eat(at, '{');
    if (open !== undefined) {
      this.literal(open);
    } else {
      const { 0: specifier } = this.required(at);
      if (specifier !== undefined) ArrayPrototypePush(this.reexports, specifier);
    }
    return undefined;
  }

  literal(at) {
    for (;;) {
      let name;
      let end;
      if (isQuote(this.peek(at))) {
        ({ 0: name, 1: end } = this.string(at));
        end = this.eat(end, ':');
        if (end === undefined || (end = this.identifier(end)[1]) === undefined) return;
        this.names.add(name);
      } else if (this.eat(at, '...') !== undefined) {
        const spread = this.eat(at, '...');
        const { 0: specifier, 1: close } = this.required(spread);
        if (specifier !== undefined) ArrayPrototypePush(this.reexports, specifier);
        end = close ?? this.identifier(spread)[1];
        if (end === undefined) return;
      } else {
        ({ 0: name, 1: end } = this.identifier(at));
        if (end === undefined) return;
        if ((name === 'get' || name === 'set') && this.identifier(end)[1] !== undefined) return;
        const value = this.eat(end, ':');
        if (value !== undefined) end = this.identifier(value)[1];
        if (end === undefined) return;
        this.names.add(name);
      }
      at = this.eat(end, ',');
      if (at === undefined) return;
    }
  }

  // After `Object`.
  object(at) {
    const defined = this.eatAll(at, '.', 'defineProperty', '(');
    if (defined !== undefined) this.defined(this.eat(this.exportsObject(defined), ','));
    const keys = this.eatAll(at, '.', 'keys', '(');
    if (keys !== undefined) this.keys(keys);
    return undefined;
  }

  defined(at) {
    const { 0: name, 1: end } = this.string(at);
    let body = this.eatAll(end, ',', '{');
    if (body === undefined) return;
    const enumerable = this.eatAll(body, 'enumerable', ':');
    if (enumerable !== undefined) {
      body = this.eatAll(this.eat(enumerable, 'true') ?? this.eatAll(enumerable, '!', '0'), ',');
    }
    if (this.eatAll(body, 'value', ':') !== undefined || this.isPlainGetter(body)) this.names.add(name);
  }

  // get() { return a.b; } or get: function name() { return a['b'] }
  isPlainGetter(at) {
    let end = this.eat(at, 'get');
    const colon = this.eat(end, ':');
    if (colon !== undefined) {
      end = this.eat(colon, 'function');
      end = this.identifier(end)[1] ?? end;
    }
    end = this.identifier(this.eatAll(end, '(', ')', '{', 'return'))[1];
    if (this.eat(end, '.') !== undefined) end = this.identifier(this.eat(end, '.'))[1];
    else if (this.eat(end, '[') !== undefined) end = this.eat(this.string(this.eat(end, '['))[1], ']');
    end = this.eat(end, ';') ?? end;
    end = this.eat(end, '}');
    end = this.eat(end, ',') ?? end;
    return this.eatAll(end, '}', ')') !== undefined;
  }

  // Object.keys(x).forEach(function (key) { … exports[key] or defineProperty(exports, key …
  keys(at) {
    const { 0: variable, 1: end } = this.identifier(at);
    const specifier = this.#wildcards.get(variable);
    const { 0: key, 1: head } = this.identifier(this.eatAll(end, ')', '.', 'forEach', '(', 'function', '('));
    const body = this.eatAll(head, ')', '{');
    if (specifier === undefined || body === undefined) return;
    const text = StringPrototypeSlice(this.source, body, body + 500);
    if (StringPrototypeIncludes(text, `exports[${key}]`) || RegExpPrototypeExec(new RegExp(`exports,\\s*${key}\\b`), text) !== null) ArrayPrototypePush(this.reexports, specifier);
  }

  // var x = require('x'), var x = _interopRequireWildcard(require('x')): recorded for Object.keys(x).
  variable(start, at) {
    const isRequire = StringPrototypeStartsWith(this.source, 'require', start);
    const { 0: specifier } = this.required(isRequire ? start : this.eat(at, '('));
    const equals = this.scanner.before(start);
    if (specifier !== undefined && this.source[equals] === '=') {
      const name = this.scanner.wordEndingAt(this.scanner.before(equals));
      if (name !== '') this.#wildcards.set(name, specifier);
    }
    return undefined;
  }

  // __exportStar(require('x'), exports)
  star(at) {
    const { 0: specifier } = this.required(this.eat(at, '('));
    if (specifier !== undefined) ArrayPrototypePush(this.reexports, specifier);
    return undefined;
  }
}

const known = new SafeMap(); // file -> names
require('internal/module/files').keepKnown(known);

// The names of a CommonJS file, including its re-exports.
function namesOf(file, source) {
  const found = known.get(file);
  if (found !== undefined) return new SafeSet(found);
  const { names, reexports } = new NameScan(source); // a SafeSet and a list
  known.set(file, names); // before the re-exports, because of cycles
  for (const name of itemsOf(names)) {
    if (!StringPrototypeIsWellFormed(name)) names.delete(name); // V8 does not accept it as a name
  }
  for (let i = 0; i < reexports.length; i++) {
    const specifier = reexports[i];
    for (const name of itemsOf(namesOfRequired(specifier, file))) names.add(name);
  }
  return new SafeSet(names);
}

function namesOfRequired(specifier, file) {
  const { Module } = require('internal/module/loader');
  const path = require('path');
  const parent = new Module(file, null);
  parent.filename = file;
  parent.paths = Module._nodeModulePaths(path.dirname(file));
  let resolved;
  try {
    resolved = Module._resolveFilename(specifier, parent, false);
  } catch {
    return []; // it will fail when it runs, if it runs
  }
  if (!path.isAbsolute(resolved) || RegExpPrototypeExec(/\.(?:json|node|mjs)$/, resolved) !== null) return [];
  return namesOf(resolved, require('internal/module/files').readText(resolved));
}

module.exports = { namesOf };
