'use strict';

// What the loader has to know about a source before V8 compiles it, and what it changes in it.
//
// V8 through Javet supports neither `import()` nor `import.meta`, and does not report what a module imports. So the scanner
// finds these. `import(` and `import.meta` are replaced by names of the same length that the source does not use, bound to a
// function and an object of ours: no line and no column changes.
//
//   const { url } = import.meta; import('./x.js')
//   const { url } = import$meta; imp$rt('./x.js')
//
// In a module these names are defined by an import declaration after the last line, in CommonJS they are parameters. If a
// source contains `import(`, even in a string, its `Function(` is replaced too: by a function that changes the text it gets
// in the same way.

const {
  ArrayPrototypeAt, ArrayPrototypeMap, ArrayPrototypePop, ArrayPrototypePush, ArrayPrototypeSort, NumberPrototypeToString,
  RegExp, RegExpPrototypeExec, RegExpPrototypeGetSource, SafeMap, StringPrototypeIncludes, StringPrototypePadEnd, StringPrototypeReplaceAll,
  StringPrototypeSlice, itemsOf, replacePattern,
} = require('internal/primordials');
const { mayHaveCall } = require('internal/module/import_places');
const { Scanner, stopsAt, endOfString, stringValue, identifierAt } = require('internal/module/esm_scan');

const moduleWords = stopsAt(['import', 'export', 'Function']);
const scriptWords = stopsAt(['import', 'Function']);

const isQuote = (ch) => ch === '"' || ch === "'";

class ModuleScan {
  requests = []; // { specifier, attributes, start, end, sourceName }, the name only for a source phase import
  calls = []; // positions of the word `import` of import()
  metas = []; // [start, end] of import.meta
  sourceCalls = []; // [start, end] of import.source in import.source()
  functions = []; // positions of the word `Function` in calls
  exports = []; // [start, end, replacement]: they remove all imports and exports from the source

  constructor(source, isModule) {
    this.source = source;
    this.isModule = isModule;
    this.scanner = new Scanner(source, isModule ? moduleWords : scriptWords);
    const open = []; // calls of import and Function by the depth of their parenthesis
    this.scanner.onParenClose = (index) => {
      if (open.length === 0 || ArrayPrototypeAt(open, -1).depth !== this.scanner.parens.length) return;
      const { start, places } = ArrayPrototypePop(open);
      // `import(a) {` is a method of that name.
      if (source[this.scanner.skip(index + 1)] !== '{') ArrayPrototypePush(places, start);
    };
    this.scanner.walk((word, start) => {
      const last = this.scanner.before(start);
      if (source[last] === '.' && source[last - 1] !== '.') return undefined;
      const at = this.scanner.skip(start + word.length);
      if (word === 'Function') {
        if (source[at] === '(') ArrayPrototypePush(open, { start, depth: this.scanner.parens.length, places: this.functions });
        return undefined;
      }
      if (word === 'export') return this.exported(start, at);
      if (source[at] === '(') {
        ArrayPrototypePush(open, { start, depth: this.scanner.parens.length, places: this.calls });
        return undefined;
      }
      if (source[at] === '.') return this.meta(start, this.scanner.skip(at + 1));
      return isModule ? this.imported(start, at) : undefined;
    });
    ArrayPrototypeSort(this.calls, (a, b) => a - b);
  }

  meta(start, at) {
    const word = identifierAt(this.source, at);
    if (word === 'source' && this.source[this.scanner.skip(at + 6)] === '(') {
      ArrayPrototypePush(this.sourceCalls, [start, at + 6]);
      return at + 6;
    }
    if (word !== 'meta') return undefined;
    ArrayPrototypePush(this.metas, [start, at + 4]);
    return at + 4;
  }

  // The name that `import source name from 'x'` binds; undefined for another import.
  sourceName(at) {
    const { source, scanner } = this;
    if (identifierAt(source, at) !== 'source') return undefined;
    const next = scanner.skip(at + 6);
    const name = identifierAt(source, next);
    if (name === '' || identifierAt(source, scanner.skip(next + name.length)) !== 'from') return undefined;
    return name;
  }

  // import 'x'; import a, { b as c } from 'x' with { type: 'json' }
  imported(start, at) {
    const { source, scanner } = this;
    const sourceName = this.sourceName(at);
    for (;;) {
      at = scanner.skip(at);
      const ch = source[at];
      if (isQuote(ch)) return this.request(start, at, sourceName);
      if (ch === '{') at = this.endOfList(at);
      else if (ch === '*' || ch === ',') at++;
      else {
        const word = identifierAt(source, at);
        if (word === '') return undefined; // not an import declaration: { import: 1 }
        at += word.length;
      }
    }
  }

  exported(start, at) {
    const { source, scanner } = this;
    const ch = source[at];
    if (ch === '*') {
      at = scanner.skip(at + 1);
      if (identifierAt(source, at) === 'as') {
        at = scanner.skip(at + 2);
        at = scanner.skip(isQuote(source[at]) ? endOfString(source, at) : at + identifierAt(source, at).length);
      }
      return this.fromClause(start, at);
    }
    if (ch === '{') {
      const end = this.endOfList(at);
      const next = this.fromClause(start, scanner.skip(end));
      if (next === undefined) ArrayPrototypePush(this.exports, [start, end, '']);
      return next ?? end;
    }
    const word = identifierAt(source, at);
    if (word === 'default') ArrayPrototypePush(this.exports, [start, at + word.length, '0,']);
    else if (word !== '') ArrayPrototypePush(this.exports, [start, start + 6, '']);
    return undefined;
  }

  fromClause(start, at) {
    if (identifierAt(this.source, at) !== 'from') return undefined;
    at = this.scanner.skip(at + 4);
    return isQuote(this.source[at]) ? this.request(start, at) : undefined;
  }

  request(start, at, sourceName) {
    const { source, scanner } = this;
    let end = endOfString(source, at);
    const specifier = stringValue(source, at, end);
    const attributes = { __proto__: null };
    const next = scanner.skip(end);
    if (identifierAt(source, next) === 'with' && source[scanner.skip(next + 4)] === '{') {
      end = this.attributes(scanner.skip(next + 4) + 1, attributes);
    }
    ArrayPrototypePush(this.requests, { specifier, attributes, start, end, sourceName });
    ArrayPrototypePush(this.exports, [start, end, '']);
    return end;
  }

  // { type: 'json', "other": 'value' }
  attributes(at, attributes) {
    const { source, scanner } = this;
    for (;;) {
      at = scanner.skip(at);
      if (source[at] === ',') at = scanner.skip(at + 1);
      if (source[at] === '}' || at >= source.length) return at + 1;
      let key = identifierAt(source, at);
      let end = at + key.length;
      if (isQuote(source[at])) {
        end = endOfString(source, at);
        key = stringValue(source, at, end);
      }
      at = scanner.skip(scanner.skip(end) + 1); // the colon
      if (!isQuote(source[at])) return at; // V8 will report the error
      end = endOfString(source, at);
      attributes[key] = stringValue(source, at, end);
      at = end;
    }
  }

  // Skips to after the } of { a, b as c, "d" as e }
  endOfList(at) {
    const { source, scanner } = this;
    for (at++; at < source.length;) {
      at = scanner.skip(at);
      if (source[at] === '}') return at + 1;
      at = isQuote(source[at]) ? endOfString(source, at) : at + 1;
    }
    return at;
  }
}

// ---- names that the source does not use, with the length of the replaced text

function freeName(source, length, first) {
  if (!StringPrototypeIncludes(source, first)) return first;
  for (let i = 0; ; i++) {
    const name = StringPrototypePadEnd(`$${NumberPrototypeToString(i, 36)}`, length, '_');
    if (!StringPrototypeIncludes(source, name)) return name;
  }
}

// The replacements, for code that shows source text.
const replaced = new SafeMap([['imp$rt', 'import'], ['import$meta', 'import.meta'], ['Funct$on', 'Function']]);
let firstRewrite;

function originalText(text) {
  for (const { 0: name, 1: original } of itemsOf(replaced)) {
    if (StringPrototypeIncludes(text, name)) text = StringPrototypeReplaceAll(text, name, original);
  }
  return text;
}

const padded = (name, replaced) => name + replacePattern(/[^\n\r]/g, StringPrototypeSlice(replaced, name.length), ' ');

function replaceAll(source, places) {
  let text = '';
  let from = 0;
  for (let i = 0; i < places.length; i++) {
    const { 0: start, 1: end, 2: replacement } = places[i];
    text += StringPrototypeSlice(source, from, start) + padded(replacement, StringPrototypeSlice(source, start, end));
    from = end;
  }
  return text + StringPrototypeSlice(source, from);
}

const byStart = (a, b) => a[0] - b[0];

const mayImport = /\bimport\s*(?:[(/]|\.\s*source\b)/;
const mayImportAnywhere = new RegExp(RegExpPrototypeGetSource(mayImport), 'y');
const hasOwnFunction = /\b(?:function\s*\*?|class|const|let|var)\s+Function\b/;

// What a source phase import is linked by: `import source a from './b.wasm'` becomes `import a from"$0"`.
const sourceSpecifier = (index) => `$${index}`;

// { source, bindings }: the inserted names and their meaning: 'call', 'sourceCall', 'meta', 'makeFunction'.
function rewrite(source, scan) {
  const bindings = new SafeMap();
  const places = [];
  const replace = (ranges, kind, original, first) => {
    if (ranges.length === 0) return;
    const name = freeName(source, original.length, first);
    bindings.set(name, kind);
    replaced.set(name, original);
    for (let i = 0; i < ranges.length; i++) {
      const { 0: start, 1: end } = ranges[i];
      ArrayPrototypePush(places, [start, end, name]);
    }
  };
  replace(ArrayPrototypeMap(scan.calls, (start) => [start, start + 6]), 'call', 'import', scan.callName ?? 'imp$rt');
  replace(scan.metas, 'meta', 'import.meta', 'import$meta');
  if (scan.functions.length > 0 && RegExpPrototypeExec(mayImport, source) !== null &&
      RegExpPrototypeExec(hasOwnFunction, source) === null) {
    replace(ArrayPrototypeMap(scan.functions, (start) => [start, start + 8]), 'makeFunction', 'Function', 'Funct$on');
  }
  replace(scan.sourceCalls ?? [], 'sourceCall', 'import.source', 'import$source');
  for (let i = 0, list = scan.requests ?? []; i < list.length; i++) {
    const { start, end, sourceName } = list[i];
    if (sourceName !== undefined) ArrayPrototypePush(places, [start, end, `import ${sourceName} from"${sourceSpecifier(i)}"`]);
  }
  if (places.length === 0) return { source, bindings };
  firstRewrite?.();
  firstRewrite = undefined;
  return { source: replaceAll(source, ArrayPrototypeSort(places, byStart)), bindings };
}

// For CommonJS and other scripts that can get names as parameters.
function rewriteScript(source) {
  if (!mayCallImport(source)) return { source, bindings: new SafeMap() };
  const scan = new ModuleScan(source, false);
  scan.metas = []; // a syntax error in a script, which V8 reports
  return rewrite(source, scan);
}

const mayCallImport = (source) => mayHaveCall(source, mayImportAnywhere);

// { source, importName }: import() only. `callName`: a name to use, if the source does not have it.
function rewriteImports(source, callName) {
  if (!mayCallImport(source)) return { source, importName: undefined };
  const { calls } = new ModuleScan(source, false);
  const { source: text, bindings } = rewrite(source, { calls, callName, metas: [], functions: [] });
  return { source: text, importName: bindings.keys().next().value };
}

module.exports = {
  sourceSpecifier, ModuleScan, mayCallImport, rewrite, rewriteScript, rewriteImports, originalText,
  onFirstRewrite(run) { firstRewrite = run; },
};
