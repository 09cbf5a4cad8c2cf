'use strict';

// Node's report of a fatal error on stderr: the source line with a caret, the error, the version.


const {
  FunctionPrototypeCall, MathMax, ReflectSet, RegExpPrototypeExec, StringPrototypeRepeat, StringPrototypeSlice,
  StringPrototypeStartsWith, Symbol, replacePattern,
} = require('internal/primordials');

// Set on an error by code that knows its location better than V8, such as the loader for a syntax error. The value is the
// text above the error.
const kErrorSource = Symbol('kErrorSource');

const FRAME = /\n\s+at (?:.*? \()?((?:file:\/\/|node:|\/|\[).*?):(\d+):(\d+)\)?/;
const MIN_DEPTH = 5;

// [file, line, source line, start column, end column] -> the text above the error
function excerpt(where) {
  const { 0: file, 1: line, 2: text, 3: start, 4: end } = where;
  if (text === undefined || text === null || file?.startsWith('wasm://')) return '';
  const source = require('internal/module/esm_syntax').originalText(text);
  const head = `${file === undefined || file === null || file === 'undefined' ? '<anonymous_script>' : file}:${line}\n${source}\n`;
  if (start < 0 || start > end || end > source.length) return head;
  return `${head}${replacePattern(/[^\t]/g, StringPrototypeSlice(source, 0, start), ' ')}${StringPrototypeRepeat('^', end - start)}\n`;
}

// If V8's location is lost (a rejected promise, a microtask), the first frame of the error's stack is used.
function whereCreated(error) {
  const stack = typeof error?.stack === 'string' ? error.stack : '';
  const frame = RegExpPrototypeExec(FRAME, stack);
  if (frame === null) return undefined;
  const { 1: file, 2: line, 3: column } = frame;
  const source = sourceLine(file, +line);
  if (source === undefined) return undefined;
  return [file, +line, source, column - 1, +column];
}

const given = /(?:^|\/)\[(?:eval1?|stdin)\]$/; // the text of -e or stdin, as a script or a module

function sourceLine(file, line) {
  if (StringPrototypeStartsWith(file, 'node:')) return require('internal/core').sourceLine(StringPrototypeSlice(file, 'node:'.length), line);
  if (RegExpPrototypeExec(given, file) !== null) return process._eval?.split('\n')[line - 1];
  return binding('bridge').sourceLine(file, line);
}

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

// Undefined if even the stack can't be read.
function inspected(error) {
  const { kEnhanceStackBeforeInspector } = require('internal/errors');
  let stack;
  try {
    const enhance = error[kEnhanceStackBeforeInspector];
    // That of a worker's error is read-only, and stays as it is.
    if (typeof enhance === 'function') ReflectSet(error, 'stack', FunctionPrototypeCall(enhance, error));
    ({ stack } = error);
    const { inspect } = require('internal/util/inspect');
    return inspect(error, {
      colors: wantsColors(inspect),
      customInspect: false,
      depth: MathMax(inspect.defaultOptions.depth, MIN_DEPTH),
    });
  } catch {
    return stack;
  }
}

function wantsColors(inspect) {
  if (inspect.defaultOptions.colors) return true;
  return require('internal/util/colors').shouldColorize(process.stderr);
}

// The loader rethrows what a module threw during evaluation, and an access to `__proto__` is refused where it stands.
const rethrown = /^node:internal\/(?:module\/esm_|proto_access$)/;

function sourceOf(error, where) {
  const known = isObject(error) ? error[kErrorSource] : undefined;
  if (known !== undefined) return known;
  const place = where === undefined || RegExpPrototypeExec(rethrown, where[0] ?? '') !== null ? whereCreated(error) ?? where : where;
  if (place === undefined) return '';
  const { getSupport, excerpt: originalExcerpt } = require('internal/module/source_maps');
  return (getSupport().enabled ? originalExcerpt(place[0], place[1], place[3]) : undefined) ?? excerpt(place);
}

function plain(value) {
  if (typeof value === 'symbol') return ''; // Node prints nothing for it
  try {
    return isObject(value) && value.name !== undefined && value.message !== undefined ?
      `${value.name}: ${value.message}` : `${value}`;
  } catch {
    return '<toString() threw exception>';
  }
}

// An empty line separates the source line from an error. For other thrown values it stands above the source line, as in Node.
function textOf(error, where, hint) {
  let source = '';
  try {
    source = sourceOf(error, where);
  } catch {
    // The error doesn't reveal where it was thrown.
  }
  if (source !== '') source = require('util/types').isNativeError(error) ? `${source}\n` : `\n${source}`;
  const trace = isObject(error) ? inspected(error) : undefined;
  if (typeof trace === 'string' && trace !== '') return `${source}${trace}\n`;
  return `${source}${plain(error)}\n${hint}`;
}

function report(error, where) {
  const options = require('internal/options');
  const traces = options.get('--trace-uncaught');
  const hint = `(Use \`${commandName()} --trace-uncaught ...\` to show where the exception was thrown)\n`;
  let text = textOf(error, where, traces ? '' : hint);
  if (traces && where?.[0]) text += `Thrown at:\n    at ${where[0]}:${where[1]}:${where[3] + 1}\n\n`;
  binding('process').writeStderr(text);
}

// The last line.
function reportVersion() {
  if (require('internal/options').get('--extra-info-on-fatal-exception') === false) return;
  // Programs that read this line get Node's; people are told what they run.
  const addition = require('tty').isatty(2) ? ` (Gyre ${process.versions.gyre})` : '';
  binding('process').writeStderr(`\nNode.js ${process.version}${addition}\n`);
}

const commandName = () => require('path').parse(process.argv0 || 'gyre').name;

// Puts the source line above the stack of an error that will be reported elsewhere.
function decorate(error, where) {
  if (where === undefined || !require('util/types').isNativeError(error)) return;
  const source = sourceOf(error, where);
  if (source !== '' && typeof error.stack === 'string') error.stack = `${source}\n${error.stack}`;
}

module.exports = { decorate, report, reportVersion, excerpt, kErrorSource };
