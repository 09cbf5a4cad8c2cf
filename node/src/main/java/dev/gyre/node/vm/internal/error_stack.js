'use strict';

// The stack of an error that a script of node:vm threw. As Node does, the line it came from is put above it. The frames
// of the script are shown as a script's, not as those of the eval that ran it, and the frames of our own below are left
// out.

const { Number, ObjectDefineProperty, ObjectHasOwn, Symbol } = require('internal/primordials');
const { isNativeError } = require('util/types');

const kShown = Symbol('vm.arrow');

// `offset`: lines above the code, columns before it, and how many of the latter (`shift`) are none of the file's.
function tellWhere(error, source, filename, offset, displayErrors) {
  if (!isNativeError(error) || typeof error.stack !== 'string' || ObjectHasOwn(error, kShown)) return;
  const lines = error.stack.split('\n');
  const first = lines.findIndex((line) => line.startsWith('    at '));
  if (first === -1) return;
  const frames = framesOf(lines.slice(first), filename, offset);
  const stack = [...lines.slice(0, first), ...frames.map(({ text }) => text)].join('\n');
  const top = frames[0];
  const arrow = displayErrors && top?.line !== undefined ? arrowTo(source, filename, top, offset) : '';
  ObjectDefineProperty(error, kShown, { __proto__: null, value: true });
  ObjectDefineProperty(error, 'stack', {
    __proto__: null, value: `${arrow}${stack}`, writable: true, enumerable: false, configurable: true,
  });
}

function framesOf(lines, filename, offset) {
  const frames = [];
  for (const text of lines) {
    if (/node:internal\/vm\/context|\(eval at runner |^    at (?:node:vm|eval \(<anonymous>\)|#run \(node:vm)/.test(text)) continue;
    frames.push(frameOf(text, filename, offset));
  }
  return frames;
}

function frameOf(text, filename, { lines, shift }) {
  const inScript = text.includes(`${filename}:`) ? /^    at (?:(.*) \()?(.*):(\d+):(\d+)\)?$/.exec(text) : null;
  if (inScript === null || inScript[2] !== filename) return { text };
  const [, name, , line, column] = inScript;
  const place = `${filename}:${line}:${Number(line) === lines + 1 ? Number(column) - shift : column}`;
  const called = name?.replace(/^Proxy\./, '') ?? 'eval'; // the global object is a proxy
  const shown = called === 'eval' ? `    at ${place}` : `    at ${called} (${place})`;
  return { text: shown, line: Number(line), column: Number(column) };
}

// Under the beginning of the statement that throws, as far as that can be told.
function arrowTo(source, filename, { line, column }, { lines, columns }) {
  const text = source.split('\n')[line - lines - 1];
  if (text === undefined) return '';
  const at = column - 1 - (line === lines + 1 ? columns : 0);
  const before = text.slice(0, at);
  const indent = /\bthrow\s+(?:new\s+)?$/.exec(before)?.index ?? at;
  return `${filename}:${line}\n${text}\n${before.slice(0, indent).replace(/[^\t]/g, ' ')}^\n\n`;
}

module.exports = { tellWhere };
