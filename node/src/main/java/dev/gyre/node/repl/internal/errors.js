'use strict';

// How the REPL shows what was thrown: without the frames below the user's code, and with "Uncaught" in front.

const {
  ArrayPrototypeFilter, ArrayPrototypeFindIndex, ArrayPrototypeFindLastIndex, ArrayPrototypeJoin, ArrayPrototypePush, ArrayPrototypeSlice, Error,
  ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, RegExpPrototypeExec, StringPrototypeEndsWith, StringPrototypeIncludes,
  StringPrototypeSlice, StringPrototypeSplit, StringPrototypeTrim, joinLists, replacePattern,
} = require('internal/primordials');
const { isNativeError } = require('util/types');
const { ErrorPrepareStackTrace } = require('internal/errors');

const ERROR_LINE = /^\[?(?:[A-Z][a-z0-9_]*)*Error/;
const FRAME = /^\s+at\s/;
const SCRIPT_FRAME = /^\s+at (?:(?:async )?REPL\d+:\d+:\d+|(?:Timeout\._onTimeout|Immediate\.(?:<anonymous>|eval)) \(REPL\d+:\d+:\d+\))$/;
const IMPORT = /^\s*import\s+(?:(.+?)\s+from\s+)?(['"])([^'"]+)\2/;

// The lowest frame that is a script of the REPL itself, and all below it, mean nothing to the user.
function shownStack(stack) {
  // A script in a context of its own is an eval for V8.
  const lines = StringPrototypeSplit(replacePattern(/^(\s+at )(?:Proxy\.)?eval \((REPL\d+:\d+:\d+)\)$/gm, stack, '$1$2'), '\n');
  const at = ArrayPrototypeFindLastIndex(lines, (line) => RegExpPrototypeExec(SCRIPT_FRAME, line) !== null);
  if (at === -1) return ArrayPrototypeJoin(withoutCore(lines), '\n');
  return ArrayPrototypeJoin(ArrayPrototypeSlice(lines, 0, at), '\n');
}

// Of an error of a callback: the core's frames at the bottom.
function withoutCore(lines) {
  let end = lines.length;
  while (end > 1 && RegExpPrototypeExec(/^\s+at .*\(?(?:node:(?:internal|repl|domain|vm|timers|events|readline)|wasm:)/, lines[end - 1]) !== null) end--;
  // Where no frame would be left, the error is the core's own; Node then leaves out the lowest one.
  const isOwn = end < lines.length && RegExpPrototypeExec(FRAME, lines[end - 1]) === null;
  return ArrayPrototypeSlice(lines, 0, isOwn ? -1 : end);
}

const withoutFrames = (stack) => ArrayPrototypeJoin(
  ArrayPrototypeFilter(StringPrototypeSplit(stack, '\n'), (line) => RegExpPrototypeExec(FRAME, line) === null), '\n');

// import x, { y } from 'z'  ->  const { default: x, y } = await import("z");
function asDynamicImport(line) {
  const found = RegExpPrototypeExec(IMPORT, line);
  if (found === null) return '';
  const { 1: clause, 3: specifier } = found;
  if (clause === undefined) return `await import("${specifier}");`;
  const star = RegExpPrototypeExec(/^\*\s+as\s+([\w$]+)$/, clause);
  if (star !== null) return `const ${star[1]} = await import("${specifier}");`;
  const both = RegExpPrototypeExec(/^([\w$]+)?\s*,?\s*(?:\{([^}]*)\})?$/, clause);
  if (both === null) return `await import("${specifier}");`;
  const names = [];
  if (both[1] !== undefined) ArrayPrototypePush(names, `default: ${both[1]}`);
  if (both[2] !== undefined) ArrayPrototypePush(names, replacePattern(/\s+as\s+/g, StringPrototypeTrim(both[2]), ': '));
  return `const { ${ArrayPrototypeJoin(names, ', ')} } = await import("${specifier}");`;
}

// A function of the program that makes stacks gets the frames that are to be seen.
function prepareByProgram(error, ErrorClass) {
  const { prepareStackTrace } = Error;
  if (typeof prepareStackTrace !== 'function' || prepareStackTrace === ErrorPrepareStackTrace) return false;
  const before = ObjectGetOwnPropertyDescriptor(ErrorClass, 'prepareStackTrace');
  if (before?.configurable === false) return false;
  let isMade = false;
  ErrorClass.prepareStackTrace = (made, frames) => {
    isMade = true;
    const at = ArrayPrototypeFindLastIndex(frames, (frame) => RegExpPrototypeExec(/^(?:eval \()?REPL\d+:\d+:\d+\)?$/, `${frame}`) !== null);
    return prepareStackTrace(made, at === -1 ? frames : ArrayPrototypeSlice(frames, 0, at));
  };
  try {
    return error.stack !== undefined && isMade;
  } finally {
    if (before === undefined) delete ErrorClass.prepareStackTrace;
    else ObjectDefineProperty(ErrorClass, 'prepareStackTrace', { __proto__: null, ...before });
  }
}

// Changes the stack of an error to what is to be seen.
function prepare(error, line, ErrorClass) {
  if (!isNativeError(error) && !(error instanceof Error)) return;
  // What the REPL's domain has put there would be shown.
  delete error.domainThrown;
  delete error.domainEmitter;
  if (prepareByProgram(error, ErrorClass)) return;
  const own = ObjectGetOwnPropertyDescriptor(error, 'stack');
  const { stack } = error;
  if (typeof stack !== 'string' || own?.configurable === false) return;
  if (error.name === 'SyntaxError') {
    const importError = 'Cannot use import statement outside a module';
    if (StringPrototypeIncludes(error.message, importError)) {
      error.message = `Cannot use import statement inside the Node.js REPL, alternatively use dynamic import: ${asDynamicImport(line)}`;
      error.stack = replacePattern(/SyntaxError:.*\n?/, stack, `SyntaxError: ${error.message}\n`);
    }
    error.stack = replacePattern(/^REPL\d+:\d+\r?\n/, withoutFrames(error.stack), '');
    return;
  }
  error.stack = replacePattern(/^REPL\d+:\d+\r?\n[^]*?\n\n/, shownStack(stack), '');
}

// The text for the screen, of what the REPL's writer makes of the error.
function uncaught(text, breakLength) {
  if (text[0] === '[' && text[text.length - 1] === ']') text = StringPrototypeSlice(text, 1, -1);
  const lines = StringPrototypeSplit(text, '\n');
  const at = ArrayPrototypeFindIndex(lines, (line) => RegExpPrototypeExec(ERROR_LINE, line) !== null);
  let shown;
  if (at === -1) {
    shown = `Uncaught${lines.length === 1 ? ' ' : ':\n'}${text}`;
  } else {
    const head = breakLength >= lines[at].length + 1 ? `Uncaught ${lines[at]}` : `Uncaught:\n${lines[at]}`;
    shown = ArrayPrototypeJoin(joinLists(ArrayPrototypeSlice(lines, 0, at), [head], ArrayPrototypeSlice(lines, at + 1)), '\n');
  }
  return StringPrototypeEndsWith(shown, '\n') ? shown : `${shown}\n`;
}

module.exports = { prepare, uncaught };
