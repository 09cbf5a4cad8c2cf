'use strict';

// What can follow the text before the cursor: dot commands, modules of require() and import(), files of fs calls, properties
// of an object, names. An object is found by evaluating the expression in front of the dot, if that calls nothing: names,
// properties that are no getters, literals.

const {
  ArrayIsArray, ArrayPrototypeEvery, ArrayPrototypeFilter, ArrayPrototypeForEach, ArrayPrototypeIncludes, ArrayPrototypeJoin,
  ArrayPrototypeMap, ArrayPrototypePop, ArrayPrototypePush, ArrayPrototypeShift, ArrayPrototypeSort, ArrayPrototypeUnshift, JSONStringify, Object, ObjectGetOwnPropertyDescriptor, ObjectGetOwnPropertyNames,
  ObjectGetPrototypeOf, ObjectKeys, ObjectValues, RegExpPrototypeExec, SafeSet, StringPrototypeIncludes,
  StringPrototypeSlice, StringPrototypeSplit, StringPrototypeStartsWith, StringPrototypeToLowerCase, StringPrototypeTrim,
  copyList, joinLists, replacePattern, splitByPattern,
} = require('internal/primordials');
const { isProxy } = require('internal/v8internals/natives');
const path = require('path');
const fs = require('fs');
const { Module } = require('internal/module/loader');
const { commonPrefix } = require('internal/readline/text');
const vm = require('vm');

const REQUIRE = /\brequire\s*\(\s*['"`]((?:[\w@./:-]+\/)?[\w@./:-]*)$/;
const IMPORT = /\bimport\s*\(\s*['"`]((?:[\w@./:-]+\/)?[\w@./:-]*)$/;
const FILES = /\bfs(?:\.promises)?\s*\.\s*[a-z]\w*\s*\(\s*["'`]([^"'`]*)$/i;
// Kinds of requests: with which extensions they find a file, and whether they name it whole.
const REQUIRED = { extensions: () => ObjectKeys(Module._extensions), isWhole: false };
const IMPORTED = { extensions: () => ['', '.js', '.mjs', '.cjs', '.json', '.node', '.wasm', '.ts', '.mts', '.cts'], isWhole: true };
const DECLARED = /\b(?:let|var)\s+[\w$]*$/; // a new name
const COMMAND = /^\s*\.(\w*)$/;
const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;
const MAX_PROTOTYPES = 5;

const KEYWORDS = splitByPattern(/\s+/, `async await break case catch const continue debugger default delete do else export false
  finally for function if import in instanceof let new null return switch this throw true try typeof var void while with
  yield`);

// ---- where the expression begins

const CLOSING = { __proto__: null, ')': '(', ']': '[', '}': '{' };

// The index of the bracket that belongs to the one at `at`, going back; -1 if there is none.
function opening(line, at) {
  const open = CLOSING[line[at]];
  let depth = 0;
  for (let i = at; i >= 0; i--) {
    const quote = line[i];
    if (quote === '"' || quote === "'" || quote === '`') {
      i = startOfString(line, i);
      if (i === -1) return -1;
      continue;
    }
    if (line[i] === line[at]) depth++;
    if (line[i] === open && --depth === 0) return i;
  }
  return -1;
}

function startOfString(line, at) {
  for (let i = at - 1; i >= 0; i--) if (line[i] === line[at] && line[i - 1] !== '\\') return i;
  return -1;
}

const isNamePart = (char) => char !== undefined && RegExpPrototypeExec(/[\p{ID_Continue}$\u200c\u200d#]/u, char) !== null;

// The start of the member expression that ends before `end`: names, calls, indexes, literals, with dots between them.
function startOfExpression(line, end) {
  let at = end;
  for (;;) {
    const last = line[at - 1];
    if (isNamePart(last)) {
      while (isNamePart(line[at - 1])) at--;
    } else if (last === '"' || last === "'" || last === '`') {
      at = startOfString(line, at - 1);
      if (at === -1) return -1;
    } else if (last === '/') {
      const start = startOfString(line, at - 1);
      return start === -1 ? at : start;
    } else if (CLOSING[last] !== undefined) {
      at = opening(line, at - 1);
      if (at === -1) return -1;
      if (isNamePart(line[at - 1]) || CLOSING[line[at - 1]] !== undefined) continue;
    } else {
      return at;
    }
    if (line[at - 1] !== '.') return at;
    at -= line[at - 2] === '?' ? 2 : 1;
  }
}

const newBefore = (line, at) => (
  line[line.length - 1] !== ')' && RegExpPrototypeExec(/\bnew\s+$/, StringPrototypeSlice(line, 0, at)) !== null &&
  StringPrototypeIncludes(StringPrototypeSlice(line, at), '(') ? 'new ' : '');

// Whether the line ends in a string, in the text of a template or in a comment. Regular expressions are not known: a quote in one counts.
function endsInText(line) {
  const templates = []; // for each `${` that is open: the number of braces that are open in it
  let quote;
  for (let i = 0; i < line.length; i++) {
    const char = line[i];
    if (quote !== undefined) {
      if (char === '\\') {
        i++;
      } else if (char === quote) {
        quote = undefined;
      } else if (quote === '`' && char === '$' && line[i + 1] === '{') {
        ArrayPrototypePush(templates, 0);
        quote = undefined;
        i++;
      }
    } else if (char === '"' || char === "'" || char === '`') {
      quote = char;
    } else if (char === '/' && line[i + 1] === '/') {
      return true;
    } else if (templates.length !== 0 && char === '{') {
      templates[templates.length - 1]++;
    } else if (templates.length !== 0 && char === '}' && templates[templates.length - 1]-- === 0) {
      ArrayPrototypePop(templates);
      quote = '`';
    }
  }
  return quote !== undefined;
}

// { expression, filter, completeOn } of the text's end; undefined if nothing can be completed there.
function targetOf(line) {
  if (endsInText(line) || RegExpPrototypeExec(DECLARED, line) !== null) return undefined;
  let from = line.length;
  while (isNamePart(line[from - 1])) from--;
  const filter = StringPrototypeSlice(line, from);
  if (RegExpPrototypeExec(/^\d/, filter) !== null) return undefined;
  if (line[from - 1] === '.') {
    const dot = line[from - 2] === '?' ? from - 2 : from - 1;
    const start = startOfExpression(line, dot);
    if (start === -1 || start === dot) return undefined;
    return { expression: `${newBefore(line, start)}${StringPrototypeSlice(line, start, dot)}`, filter, completeOn: StringPrototypeSlice(line, start) };
  }
  if (filter === '' && StringPrototypeTrim(line) !== '' && RegExpPrototypeExec(/[\s=([{,;:!&|?+\-*/%<>~^]$/, line) === null) return undefined;
  if (filter === '' && StringPrototypeTrim(line) !== '') return undefined;
  return { expression: '', filter, completeOn: filter };
}

// ---- evaluating without calling anything

function parse(code) {
  try {
    return require('internal/deps/acorn').parseExpressionAt(`(${code}\n)`, 0, { ecmaVersion: 'latest' });
  } catch {
    return undefined;
  }
}

const LITERALS = new SafeSet(['Literal', 'TemplateLiteral', 'ArrayExpression', 'ObjectExpression', 'FunctionExpression',
  'ArrowFunctionExpression', 'ClassExpression']);

class Pure {
  constructor(server, code) {
    this.server = server;
    this.code = `(${code}\n)`;
  }

  #run(code) {
    const limits = { displayErrors: false };
    const script = new vm.Script(code, { filename: 'completion' });
    return this.server.useGlobal ? script.runInThisContext(limits) : script.runInContext(this.server.context, limits);
  }

  #text(node) { return StringPrototypeSlice(this.code, node.start, node.end); }

  // { value }, or undefined where something would be called or fails.
  of(node) {
    switch (node.type) {
      case 'Identifier': return this.#name(node.name);
      case 'ThisExpression': return { value: this.server.context };
      case 'ParenthesizedExpression': return this.of(node.expression);
      case 'ChainExpression': return this.of(node.expression);
      case 'MemberExpression': return this.#member(node);
      case 'NewExpression': return this.#instance(node);
      case 'BinaryExpression': return this.#operator(node, [node.left, node.right], ` ${node.operator} `);
      case 'ConditionalExpression': {
        const test = this.of(node.test);
        return test === undefined ? undefined : this.of(test.value ? node.consequent : node.alternate);
      }
      default:
        if (!LITERALS.has(node.type) || !isConstant(node)) return undefined;
        return { value: this.#run(`(${this.#text(node)})`) };
    }
  }

  // Of primitive values, which call nothing.
  #operator(node, parts, between) {
    const values = ArrayPrototypeMap(parts, (part) => this.of(part));
    const texts = [];
    for (let i = 0; i < values.length; i++) {
      const value = values[i]?.value;
      if (values[i] === undefined || (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')) return undefined;
      texts[i] = JSONStringify(value);
    }
    return { value: this.#run(`(${ArrayPrototypeJoin(texts, between)})`) };
  }

  #name(name) {
    const { context } = this.server;
    for (let object = context; object !== null && !isProxy(object); object = ObjectGetPrototypeOf(object)) {
      const own = ObjectGetOwnPropertyDescriptor(object, name);
      if (own === undefined) continue;
      if (own.get !== undefined && !ArrayPrototypeIncludes(Module.builtinModules, name) && !isCoreGetter(name, object)) return undefined;
      break;
    }
    return { value: this.#run(`typeof ${name} === 'undefined' ? undefined : ${name}`) };
  }

  #member({ object, property, computed }) {
    const target = this.of(object);
    if (target === undefined || target.value === null || target.value === undefined) return undefined;
    let key = property.name;
    if (computed) {
      const found = this.of(property);
      if (found === undefined || (typeof found.value === 'object' && found.value !== null) || typeof found.value === 'function') return undefined;
      key = found.value;
    }
    for (let at = Object(target.value); at !== null; at = ObjectGetPrototypeOf(at)) {
      if (isProxy(at)) return undefined;
      const own = ObjectGetOwnPropertyDescriptor(at, key);
      if (own === undefined) continue;
      return 'value' in own ? { value: own.value } : undefined;
    }
    return { value: undefined };
  }

  // What an instance would inherit.
  #instance({ callee }) {
    const found = this.of(callee);
    const prototype = typeof found?.value === 'function' && !isProxy(found.value) ?
      ObjectGetOwnPropertyDescriptor(found.value, 'prototype')?.value : undefined;
    return prototype === undefined || prototype === null ? undefined : { value: prototype };
  }
}

// Getters of the runtime's own, such as globalThis.crypto.
const isCoreGetter = (name, object) => object === globalThis || ObjectGetOwnPropertyDescriptor(globalThis, name) !== undefined;

function isConstant(node) {
  switch (node?.type) {
    case undefined: return true; // a hole
    case 'Literal': case 'FunctionExpression': case 'ArrowFunctionExpression': return true;
    case 'TemplateLiteral': return node.expressions.length === 0;
    case 'ArrayExpression': return ArrayPrototypeEvery(node.elements, isConstant);
    case 'ObjectExpression': return ArrayPrototypeEvery(node.properties, (one) => one.type === 'Property' && !one.computed && isConstant(one.value));
    case 'UnaryExpression': return node.operator !== 'delete' && isConstant(node.argument);
    default: return false;
  }
}

// { value } of an expression, or undefined.
function valueOf(server, code) {
  const node = parse(code);
  if (node === undefined) return undefined;
  try {
    return new Pure(server, code).of(node.type === 'ParenthesizedExpression' ? node.expression : node);
  } catch {
    return undefined;
  }
}

// Whether evaluating the text calls nothing.
function isPure(code) {
  const node = parse(code);
  return node !== undefined && isQuiet(node);
}

const QUIET = new SafeSet(['Literal', 'Identifier', 'ThisExpression', 'BinaryExpression', 'LogicalExpression', 'UnaryExpression',
  'ConditionalExpression', 'ArrayExpression', 'ObjectExpression', 'Property', 'TemplateLiteral', 'TemplateElement',
  'ParenthesizedExpression', 'SequenceExpression', 'FunctionExpression', 'ArrowFunctionExpression', 'MemberExpression']);

function isQuiet(node) {
  if (!QUIET.has(node.type) || (node.type === 'UnaryExpression' && node.operator === 'delete')) return false;
  if (node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression') return true;
  const keys = ObjectKeys(node);
  for (let i = 0; i < keys.length; i++) {
    const child = node[keys[i]];
    const list = ArrayIsArray(child) ? child : [child];
    for (let j = 0; j < list.length; j++) if (typeof list[j]?.type === 'string' && !isQuiet(list[j])) return false;
  }
  return true;
}

// ---- the groups

const LEGACY = new SafeSet(['__defineGetter__', '__defineSetter__', '__lookupGetter__', '__lookupSetter__']);

// The root of a language's objects, in whatever context.
function isObjectPrototype(object) {
  if (ObjectGetPrototypeOf(object) !== null) return false;
  const made = ObjectGetOwnPropertyDescriptor(object, 'constructor')?.value;
  if (made === null || (typeof made !== 'object' && typeof made !== 'function') || isProxy(made)) return false;
  const above = ObjectGetPrototypeOf(made);
  return above !== null && !isProxy(above) && ObjectGetPrototypeOf(above) === object;
}

function namesOf(object) {
  const isRoot = isObjectPrototype(object);
  return ArrayPrototypeFilter(ObjectGetOwnPropertyNames(object),
    (name) => RegExpPrototypeExec(NAME, name) !== null && !(isRoot && LEGACY.has(name)));
}

// The names of an object's properties, and of each of its prototypes.
function memberGroups(object) {
  const groups = [];
  if (isProxy(object)) return groups;
  let at = object;
  for (let i = 0; at !== null && i <= MAX_PROTOTYPES; i++, at = ObjectGetPrototypeOf(at)) {
    if (isProxy(at)) break;
    ArrayPrototypePush(groups, namesOf(at));
  }
  return groups;
}

function propertyGroups(server, { expression, filter, completeOn }) {
  const found = valueOf(server, expression);
  if (found === undefined || found.value === undefined || found.value === null) return [];
  const isObject = typeof found.value === 'object' || typeof found.value === 'function';
  const groups = memberGroups(isObject ? found.value : ObjectGetPrototypeOf(Object(found.value)));
  const front = StringPrototypeSlice(completeOn, 0, completeOn.length - filter.length);
  return ArrayPrototypeMap(groups, (group) => ArrayPrototypeMap(group, (name) => front + name));
}

function nameGroups(server, filter) {
  // What is inherited comes before the context's own names.
  const { 0: own, ...inherited } = memberGroups(server.context);
  const groups = ObjectValues(inherited);
  ArrayPrototypePush(groups, server.useGlobal ? own ?? [] : joinLists(own ?? [], namesOf(globalThis)));
  ArrayPrototypeUnshift(groups, ArrayPrototypeFilter(require('internal/repl/pure').lexicalNames(server), (name) => RegExpPrototypeExec(NAME, name) !== null));
  if (filter !== '') ArrayPrototypePush(groups, KEYWORDS);
  return groups;
}

// ---- modules and files

function readFolder(folder) {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function isFolder(folder, entry) {
  if (entry.isDirectory()) return true;
  if (!entry.isSymbolicLink()) return false;
  try {
    return fs.statSync(path.join(folder, entry.name)).isDirectory();
  } catch {
    return false;
  }
}

// What can follow in a request. `kind` says which files it may name: REQUIRED or IMPORTED. Only with `isBlocking` are folders read.
function moduleGroups(text, kind, isBlocking) {
  const isRelative = RegExpPrototypeExec(/^\.\.?(?:\/|$)/, text) !== null;
  const group = []; // may hold a name twice
  if (isBlocking) addFromFolders(group, text, kind, isRelative);
  return isRelative ? [group] : joinLists([group], builtinGroups());
}

// Modules below the folders where they are looked for, as the text would name them.
function addFromFolders(group, text, kind, isRelative) {
  if (text === '.' || text === '..') {
    ArrayPrototypePush(group, './', '../');
    return;
  }
  const sub = RegExpPrototypeExec(/^(.*\/)?[^/]*$/, text)[1] ?? '';
  const folders = isRelative ? [process.cwd()] : joinLists(Module._nodeModulePaths(process.cwd()), Module.globalPaths ?? []);
  ArrayPrototypeForEach(folders, (base) => {
    const folder = path.resolve(base, sub);
    ArrayPrototypeForEach(readFolder(folder), (entry) => addModule(group, folder, sub, entry, kind));
  });
}

function addModule(group, folder, sub, entry, kind) {
  const { name } = entry;
  const extension = path.extname(name);
  const base = StringPrototypeSlice(name, 0, name.length - extension.length);
  if (RegExpPrototypeExec(/-\d+\.\d+(?:\.\d+)?/, base) !== null || name === '.npm') return;
  const extensions = kind.extensions();
  if (!isFolder(folder, entry)) {
    if (!ArrayPrototypeIncludes(extensions, extension)) return;
    if (kind.isWhole) ArrayPrototypePush(group, sub + name);
    else if (sub === '' || base !== 'index') ArrayPrototypePush(group, sub + base);
    return;
  }
  ArrayPrototypePush(group, `${sub}${name}/`);
  if (kind.isWhole && RegExpPrototypeExec(/^[./]/, sub) !== null) return; // import() loads packages, but no folders
  ArrayPrototypeForEach(readFolder(path.join(folder, name)), (inner) => {
    if (inner.name === 'package.json' || ArrayPrototypeIncludes(ArrayPrototypeMap(extensions, (one) => `index${one}`), inner.name)) ArrayPrototypePush(group, sub + name);
  });
}

// `repl.builtinModules`, which a program may add to.
let plainNames;
const isPublic = (id) => !StringPrototypeStartsWith(id, '_');

function builtinNames() {
  return plainNames ??=
    ArrayPrototypeFilter(Module.builtinModules, (id) => isPublic(id) && !StringPrototypeStartsWith(id, 'node:'));
}

// The modules by their plain names, and with the scheme.
function builtinGroups() {
  const plain = copyList(builtinNames());
  const named = ArrayPrototypeFilter(ArrayPrototypeMap(ArrayPrototypeFilter(Module.builtinModules, isPublic),
    (id) => (StringPrototypeStartsWith(id, 'node:') ? id : `node:${id}`)), (id) => Module.isBuiltin(id));
  return [plain, named];
}

function fileGroups(text) {
  const full = path.resolve(text);
  const isWhole = fs.statSync(full, { throwIfNoEntry: false })?.isDirectory() === true;
  const completeOn = isWhole ? '' : path.basename(text);
  const folder = isWhole ? full : path.dirname(full);
  return { groups: [ArrayPrototypeMap(readFolder(folder), (entry) => entry.name)], completeOn };
}

// ---- the answer

// Groups are separated by an empty text, and the first one comes last, next to the prompt.
function merged(groups, filter) {
  const lower = StringPrototypeToLowerCase(filter);
  const seen = new SafeSet(['']);
  const all = [];
  for (let i = 0; i < groups.length; i++) {
    const matching = ArrayPrototypeFilter(groups[i], (name) => StringPrototypeStartsWith(StringPrototypeToLowerCase(name), lower));
    ArrayPrototypeSort(matching, (a, b) => (b > a ? 1 : -1));
    const before = seen.size;
    for (let j = 0; j < matching.length; j++) {
      if (seen.has(matching[j])) continue;
      seen.add(matching[j]);
      ArrayPrototypeUnshift(all, matching[j]);
    }
    if (seen.size !== before) ArrayPrototypeUnshift(all, '');
  }
  if (all[0] === '') ArrayPrototypeShift(all);
  return all;
}

function find(server, line) {
  const command = RegExpPrototypeExec(COMMAND, line);
  if (command !== null) {
    const names = ArrayPrototypeSort(ObjectKeys(server.commands));
    return command[1] === '' ? [merged([names], ''), ''] : [merged([names], command[1]), command[1]];
  }
  const isBlocking = server.allowBlockingCompletions;
  const required = RegExpPrototypeExec(REQUIRE, line);
  if (required !== null) return [merged(moduleGroups(required[1], REQUIRED, isBlocking), required[1]), required[1]];
  const imported = RegExpPrototypeExec(IMPORT, line);
  if (imported !== null) return [merged(moduleGroups(imported[1], IMPORTED, isBlocking), imported[1]), imported[1]];
  const file = RegExpPrototypeExec(FILES, line);
  if (file !== null) {
    if (!isBlocking) return [[], undefined];
    const { groups, completeOn } = fileGroups(file[1]);
    return [merged(groups, completeOn), completeOn];
  }
  const target = targetOf(line);
  if (target === undefined) return [[], undefined];
  if (target.expression !== '') return [merged(propertyGroups(server, target), target.completeOn), target.completeOn];
  return [merged(nameGroups(server, target.filter), target.filter), target.completeOn];
}

// The editor shows no lists: what all have in common is put in.
function inEditor({ 0: all, 1: completeOn = '' }) {
  const names = ArrayPrototypeFilter(all, (name) => name !== '');
  return [completeOn !== '' && names.length !== 0 ? [commonPrefix(names)] : names, completeOn];
}

function complete(line, callback) {
  let answer;
  try {
    const lines = StringPrototypeSplit(line, '\n');
    answer = find(this, lines[lines.length - 1]);
    if (this.editorMode) answer = inEditor(answer);
  } catch (error) {
    callback(error);
    return;
  }
  callback(null, answer);
}

module.exports = { builtinNames, complete, isPure };
