'use strict';

// Strings, numbers and other primitives as inspect() shows them.

const {
  ArrayPrototypeJoin, ArrayPrototypeMap, NumberPrototypeToString, ObjectIs, ReflectApply, RegExp, RegExpPrototypeExec,
  RegExpPrototypeSymbolSplit, StringPrototypeCharCodeAt, StringPrototypeIncludes, StringPrototypePadStart,
  StringPrototypeRepeat, StringPrototypeSlice, StringPrototypeSplit, StringPrototypeToUpperCase, SymbolPrototype,
  replacePattern,
} = require('internal/primordials');
const { noStyle } = require('internal/util/inspect_style');

// ---- strings

const loneSurrogate = '[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]';
const escaped = new RegExp(`[\\x00-\\x1f\\x27\\x5c\\x7f-\\x9f]|${loneSurrogate}`);
const escapedGlobal = new RegExp(escaped.source, 'g');
const escapedButQuote = new RegExp(`[\\x00-\\x1f\\x5c\\x7f-\\x9f]|${loneSurrogate}`);
const escapedButQuoteGlobal = new RegExp(escapedButQuote.source, 'g');

const shortEscapes = { '__proto__': null, '\b': '\\b', '\t': '\\t', '\n': '\\n', '\f': '\\f', '\r': '\\r',
                       "'": "\\'", '\\': '\\\\' };

function escapeCharacter(character) {
  const short = shortEscapes[character];
  if (short !== undefined) return short;
  const code = StringPrototypeCharCodeAt(character, 0);
  return code < 256 ? `\\x${StringPrototypePadStart(StringPrototypeToUpperCase(NumberPrototypeToString(code, 16)), 2, '0')}` : `\\u${NumberPrototypeToString(code, 16)}`;
}

const escapeSymbolText = (text) => replacePattern(escapedGlobal, text, escapeCharacter);

// Single quotes, unless the text contains some: then the first of " and ` that it doesn't contain.
function chooseQuote(text) {
  if (!StringPrototypeIncludes(text, "'")) return "'";
  if (!StringPrototypeIncludes(text, '"')) return '"';
  return StringPrototypeIncludes(text, '`') || StringPrototypeIncludes(text, '${') ? "'" : '`';
}

function quote(text) {
  const mark = chooseQuote(text);
  const isSingle = mark === "'";
  if (RegExpPrototypeExec(isSingle ? escaped : escapedButQuote, text) === null) return `${mark}${text}${mark}`;
  return `${mark}${replacePattern(isSingle ? escapedGlobal : escapedButQuoteGlobal, text, escapeCharacter)}${mark}`;
}

// Shorter strings stay on one line, however narrow the output.
const minLineLength = 16;

function formatString(stylize, text, ctx) {
  let shown = text;
  let trailer = '';
  if (text.length > ctx.maxStringLength) {
    const remaining = text.length - ctx.maxStringLength;
    shown = StringPrototypeSlice(text, 0, ctx.maxStringLength);
    trailer = `... ${remaining} more character${remaining > 1 ? 's' : ''}`;
  }
  const isLong = shown.length > minLineLength && shown.length > ctx.breakLength - ctx.indentation - 4;
  if (ctx.compact === true || !isLong || !StringPrototypeIncludes(shown, '\n')) return stylize(quote(shown), 'string') + trailer;
  const lines = ArrayPrototypeMap(RegExpPrototypeSymbolSplit(/(?<=\n)/, shown), (line) => stylize(quote(line), 'string'));
  return ArrayPrototypeJoin(lines, ` +\n${StringPrototypeRepeat(' ', ctx.indentation + 2)}`) + trailer;
}

// ---- numbers

// 1234567 -> 1_234_567, and after the point 0.1234567 -> 0.123_456_7
const separateInteger = (digits) => replacePattern(/\d(?=(?:\d{3})+$)/g, digits, '$&_');
const separateFraction = (digits) => replacePattern(/\d{3}(?=\d)/g, digits, '$&_');

function separate(text) {
  if (RegExpPrototypeExec(/^-?[\d.]+$/, text) === null) return text; // NaN, Infinity, exponents
  const { 0: integer, 1: fraction } = StringPrototypeSplit(text, '.');
  return fraction === undefined ? separateInteger(integer) :
    `${separateInteger(integer)}.${separateFraction(fraction)}`;
}

function formatNumber(stylize, number, numericSeparator) {
  const text = ObjectIs(number, -0) ? '-0' : `${number}`;
  return stylize(numericSeparator ? separate(text) : text, 'number');
}

function formatBigInt(stylize, bigint, numericSeparator) {
  const text = `${bigint}`;
  return stylize(`${numericSeparator ? separateInteger(text) : text}n`, 'bigint');
}

function formatPrimitive(stylize, value, ctx) {
  switch (typeof value) {
    case 'string': return formatString(stylize, value, ctx);
    case 'number': return formatNumber(stylize, value, ctx.numericSeparator);
    case 'bigint': return formatBigInt(stylize, value, ctx.numericSeparator);
    case 'boolean': return stylize(`${value}`, 'boolean');
    case 'undefined': return stylize('undefined', 'undefined');
    default: return stylize(symbolToString(value), 'symbol');
  }
}

const { toString } = SymbolPrototype;
const symbolToString = (symbol) => ReflectApply(toString, symbol, []);

module.exports = {
  escapeSymbolText, formatBigInt, formatNumber, formatPrimitive, noStyle, quote, symbolToString,
};
