'use strict';

// Node's report of a fatal error, on stderr: the line it was thrown in with a caret, the error, the version.

// Set on an error by who knows better than V8 where it belongs, such as the loader for a syntax error: the lines above.
const kErrorSource = Symbol('kErrorSource');
const { kEnhanceStackBeforeInspector } = require('internal/errors');
const { isError } = require('internal/util');

const FRAME = /\n\s+at (?:.*? \()?((?:file:\/\/|node:|\/|\[).*?):(\d+):(\d+)\)?/;

// [file, line, source line, start column, end column] -> the lines above the error
function excerpt(where) {
  const [file, line, source, start, end] = where;
  if (!file || source === undefined || source === null) return '';
  if (file.startsWith('wasm://')) return '';
  const indent = source.slice(0, start).replace(/[^\t]/g, ' ');
  const width = Math.max(1, Math.min(end, source.length) - start);
  return `${file}:${line}\n${source}\n${indent}${'^'.repeat(width)}\n`;
}

// Where V8's word is lost (a rejected promise, a microtask), the error's own first frame tells.
function whereCreated(error) {
  const stack = typeof error?.stack === 'string' ? error.stack : '';
  const frame = FRAME.exec(stack);
  if (frame === null) return undefined;
  const [, file, line, column] = frame;
  const source = binding('bridge').sourceLine(file, +line);
  if (source === undefined) return undefined;
  return [file, +line, source, column - 1, +column];
}

function textOf(error) {
  const { inspect } = require('internal/util/inspect');
  const isObject = (typeof error === 'object' && error !== null) || typeof error === 'function';
  if (!isObject) return undefined;
  const colors = process.stderr?.isTTY === true && process.stderr.hasColors?.() !== false;
  const enhance = error[kEnhanceStackBeforeInspector];
  if (typeof enhance === 'function') error.stack = Reflect.apply(enhance, error, []);
  return inspect(error, { colors, customInspect: false, depth: Math.max(inspect.defaultOptions.depth, 5) });
}

function report(error, where) {
  let text = '';
  let body;
  try {
    const source = error?.[kErrorSource];
    const place = where ?? whereCreated(error);
    text = source ?? (place === undefined ? '' : excerpt(place));
    body = textOf(error);
  } catch (failure) {
    body = `${typeof error}: the error could not be shown (${failure?.message})`;
  }
  if (body === undefined) {
    text = text === '' ? 'Uncaught:\n' : `\n${text}`;
    text += `${format(error)}\n(Use \`${commandName()} --trace-uncaught ...\` to show where the exception was thrown)\n`;
  } else if (isError(error)) {
    text += `${text === '' ? '' : '\n'}${body}\n`;
  } else {
    text = `\n${text}${body}\n`;
  }
  binding('process').writeStderr(`${text}\nNode.js ${process.version} (Gyre ${process.versions.gyre})\n`);
}

function format(value) {
  return typeof value === 'string' ? value : require('internal/util/inspect').inspect(value);
}

const commandName = () => require('path').basename(process.argv0 || 'gyre');

module.exports = { report, excerpt, kErrorSource };
