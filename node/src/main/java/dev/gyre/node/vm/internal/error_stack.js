'use strict';

// The stack of an error thrown by a script of node:vm. As in Node, the source line is put above it. The frames of the script
// are shown as those of a script instead of an eval, and our own frames below are removed.

const {
  ArrayPrototypeFindIndex, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeSlice, Error, Number,
  ObjectDefineProperty, ObjectHasOwn, RegExpPrototypeExec, StringPrototypeIncludes, StringPrototypeSlice,
  StringPrototypeSplit, StringPrototypeStartsWith, Symbol, joinLists, replacePattern,
} = require('internal/primordials');
const { isNativeError } = require('util/types');
const { ErrorPrepareStackTrace } = require('internal/errors');

const kShown = Symbol('vm.arrow');

// `offset`: lines above the code, columns before it, and how many of these columns (`shift`) are not in the file.
function tellWhere(error, source, filename, offset, displayErrors) {
  if (!isNativeError(error) || ObjectHasOwn(error, kShown)) return;
  if (!displayErrors && isMadeByProgram()) return; // V8 makes a stack when it is first asked for
  const before = stackOf(error);
  if (typeof before !== 'string') return;
  const lines = StringPrototypeSplit(before, '\n');
  const first = ArrayPrototypeFindIndex(lines, (line) => StringPrototypeStartsWith(line, '    at '));
  if (first === -1) return;
  const frames = framesOf(ArrayPrototypeSlice(lines, first), filename, offset);
  const stack = ArrayPrototypeJoin(joinLists(ArrayPrototypeSlice(lines, 0, first), ArrayPrototypeMap(frames, ({ text }) => text)), '\n');
  const top = frames[0];
  const arrow = displayErrors && top?.line !== undefined ? arrowTo(source, filename, top, offset) : '';
  ObjectDefineProperty(error, kShown, { __proto__: null, value: true });
  ObjectDefineProperty(error, 'stack', {
    __proto__: null, value: `${arrow}${stack}`, writable: true, enumerable: false, configurable: true,
  });
}

function isMadeByProgram() {
  try {
    const { prepareStackTrace } = Error;
    return typeof prepareStackTrace === 'function' && prepareStackTrace !== ErrorPrepareStackTrace;
  } catch {
    return false; // a getter of the program's
  }
}

// The program's Error.prepareStackTrace has no say in which error this is.
function stackOf(error) {
  try {
    return error.stack;
  } catch {
    return undefined;
  }
}

function framesOf(lines, filename, offset) {
  const frames = [];
  for (let i = 0; i < lines.length; i++) {
    const text = lines[i];
    if (RegExpPrototypeExec(/node:internal\/(?:vm\/(?:(?:this_|plain_)?context|limits|interceptors)|v8internals\/natives)|\(eval at runner |^    at (?:node:vm|eval \(<anonymous>\)|#run \(node:vm)/, text) !== null) continue;
    ArrayPrototypePush(frames, frameOf(text, filename, offset));
  }
  return frames;
}

function frameOf(text, filename, { lines, shift }) {
  const inScript = StringPrototypeIncludes(text, `${filename}:`) ? RegExpPrototypeExec(/^    at (?:(.*) \()?(.*):(\d+):(\d+)\)?$/, text) : null;
  if (inScript === null || inScript[2] !== filename) return { text };
  const { 1: name, 3: line, 4: column } = inScript;
  const place = `${filename}:${line}:${Number(line) === lines + 1 ? Number(column) - shift : column}`;
  const called = name?.replace(/^Proxy\./, '') ?? 'eval'; // the global object is a proxy
  const shown = called === 'eval' ? `    at ${place}` : `    at ${called} (${place})`;
  return { text: shown, line: Number(line), column: Number(column) };
}

// Below the beginning of the statement that throws, as far as it can be determined.
function arrowTo(source, filename, { line, column }, { lines, columns }) {
  const text = StringPrototypeSplit(source, '\n')[line - lines - 1];
  if (text === undefined) return '';
  const at = column - 1 - (line === lines + 1 ? columns : 0);
  const before = StringPrototypeSlice(text, 0, at);
  const indent = RegExpPrototypeExec(/\bthrow\s+(?:new\s+)?$/, before)?.index ?? at;
  return `${filename}:${line}\n${text}\n${replacePattern(/[^\t]/g, StringPrototypeSlice(before, 0, indent), ' ')}^\n\n`;
}

module.exports = { tellWhere };
