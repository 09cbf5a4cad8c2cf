'use strict';

// util.styleText: text in the colours and styles of inspect.colors, or in #hex colours.
//
// A nested style ends with a code that would end the outer one too; so after each closing code of a style in the text, the
// style is opened again. Bold and dim have the same closing code, which must then be kept, to end the inner one.

const {
  ArrayIsArray, ArrayPrototypeMap, Boolean, ObjectGetOwnPropertyNames, RegExpPrototypeExec, RegExpPrototypeSymbolMatch,
  StringPrototypeEndsWith, StringPrototypeIncludes, StringPrototypeReplaceAll, StringPrototypeSlice, parseInt,
  replacePattern,
} = require('internal/primordials');
const { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } = require('internal/errors').codes;
const { inspect } = require('internal/util/inspect');
const { validateBoolean, validateObject, validateOneOf, validateString } = require('internal/validators');

const BOLD = 1, DIM = 2;
const hexColor = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

const code = (parameters) => `\u001b[${parameters}m`;

function hexStyle(hex) {
  if (RegExpPrototypeExec(hexColor, hex) === null) {
    throw new ERR_INVALID_ARG_VALUE('format', hex, 'must be a valid hex color (#RGB or #RRGGBB)');
  }
  const digits = hex.length === 4 ? replacePattern(/./g, StringPrototypeSlice(hex, 1), '$&$&') : StringPrototypeSlice(hex, 1);
  const { 0: red, 1: green, 2: blue } = ArrayPrototypeMap(RegExpPrototypeSymbolMatch(/../g, digits), (pair) => parseInt(pair, 16));
  return { open: code(`38;2;${red};${green};${blue}`), close: code(39), keepsClose: false };
}

function styleOf(format) {
  if (typeof format === 'string' && format[0] === '#') return hexStyle(format);
  const codes = inspect.colors[format];
  if (!codes) validateOneOf(format, 'format', ObjectGetOwnPropertyNames(inspect.colors));
  const { 0: open, 1: close } = codes;
  return { open: code(open), close: code(close), keepsClose: open === BOLD || open === DIM };
}

/** Opens the style again after each closing code, except for one at the very end. */
function reopened(text, { open, close, keepsClose }) {
  if (!StringPrototypeIncludes(text, close)) return text;
  const atEnd = StringPrototypeEndsWith(text, close) ? close : '';
  const body = atEnd === '' ? text : StringPrototypeSlice(text, 0, -close.length);
  return StringPrototypeReplaceAll(body, close, () => (keepsClose ? close + open : open)) + atEnd;
}

const isNodeStream = (value) => Boolean(value._readableState || value._writableState ||
  (typeof value.write === 'function' && typeof value.on === 'function') ||
  (typeof value.pipe === 'function' && typeof value.on === 'function'));

const isWebStream = (value) => (typeof value.getReader === 'function' && typeof value.pipeThrough === 'function') ||
  (typeof value.getWriter === 'function' && typeof value.abort === 'function');

function showsColors(stream) {
  if (typeof stream !== 'object' || stream === null || !(isNodeStream(stream) || isWebStream(stream))) {
    throw new ERR_INVALID_ARG_TYPE('stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
  }
  return require('internal/util/colors').shouldColorize(stream);
}

function styleText(format, text, options) {
  validateString(text, 'text');
  if (options !== undefined) validateObject(options, 'options');
  const validateStream = options?.validateStream ?? true;
  validateBoolean(validateStream, 'options.validateStream');
  const isPlain = validateStream && !showsColors(options?.stream ?? process.stdout);

  let opening = '', closing = '', body = text;
  for (let i = 0, list = ArrayIsArray(format) ? format : [format]; i < list.length; i++) {
    const key = list[i];
    if (key === 'none') continue;
    const style = styleOf(key);
    opening += style.open;
    closing = style.close + closing;
    body = reopened(body, style);
  }
  return isPlain ? text : opening + body + closing;
}

module.exports = { styleText };
