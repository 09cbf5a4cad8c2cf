'use strict';

// util.format('%s is %d', ...) and console.log's arguments.

const {
  JSONStringify, Number, NumberParseFloat, NumberParseInt, ObjectGetOwnPropertyDescriptor: getOwnPropertyDescriptor,
  ObjectGetPrototypeOf: getPrototypeOf, ObjectHasOwn: hasOwn, String, StringPrototypeIndexOf, StringPrototypeSlice,
  StringPrototypeSplit, SymbolToPrimitive,
} = require('internal/primordials');
const { getProxyDetails } = require('internal/util/v8');
const { kValidateObjectAllowArray, validateObject } = require('internal/validators');
const { builtInObjects } = require('internal/util/inspect_names');
const { formatBigInt, formatNumber, noStyle } = require('internal/util/inspect_primitives');
const { inspect, inspectDefaultOptions } = require('internal/util/inspect');


const separatorOf = (options) => options?.numericSeparator ?? inspectDefaultOptions.numericSeparator;
const number = (value, options) => formatNumber(noStyle, value, separatorOf(options));
const bigint = (value, options) => formatBigInt(noStyle, value, separatorOf(options));

// Whether String(value) would return only "[object Object]": the class has no text of its own.
function hasBuiltInToString(value) {
  const details = getProxyDetails(value);
  if (details !== undefined) return details[0] === null || hasBuiltInToString(details[0]);
  const hasToString = typeof value.toString === 'function';
  const hasToPrimitive = typeof value[SymbolToPrimitive] === 'function';
  if (!hasToString && !hasToPrimitive) return true;
  const owns = (object) => (hasToString && hasOwn(object, 'toString')) ||
    (hasToPrimitive && hasOwn(object, SymbolToPrimitive));
  if (owns(value)) return false;
  let owner = value;
  do {
    owner = getPrototypeOf(owner);
  } while (!owns(owner));
  const constructor = getOwnPropertyDescriptor(owner, 'constructor')?.value;
  return typeof constructor === 'function' && builtInObjects.has(constructor.name);
}

const firstLine = (error) => StringPrototypeSplit(error.message, '\n', 1)[0];

let circularMessage;
function getCircularMessage() {
  if (circularMessage === undefined) {
    const circle = {};
    circle.circle = circle;
    try {
      JSONStringify(circle);
    } catch (error) {
      circularMessage = firstLine(error);
    }
  }
  return circularMessage;
}

function toJson(value) {
  try {
    return JSONStringify(value);
  } catch (error) {
    if (error.name === 'TypeError' && firstLine(error) === getCircularMessage()) return '[Circular]';
    throw error;
  }
}

// The replacement of %s, %d, ...; undefined for unknown letters.
function substitute(letter, value, options) {
  switch (letter) {
    case 's':
      if (typeof value === 'string') return value;
      if (typeof value === 'number') return number(value, options);
      if (typeof value === 'bigint') return bigint(value, options);
      if (typeof value !== 'object' || value === null || !hasBuiltInToString(value)) return String(value);
      return inspect(value, { ...options, compact: 3, colors: false, depth: 0 });
    case 'd':
      if (typeof value === 'bigint') return bigint(value, options);
      return typeof value === 'symbol' ? 'NaN' : number(Number(value), options);
    case 'i':
      if (typeof value === 'bigint') return bigint(value, options);
      return typeof value === 'symbol' ? 'NaN' : number(NumberParseInt(value), options);
    case 'f':
      return typeof value === 'symbol' ? 'NaN' : number(NumberParseFloat(value), options);
    case 'j':
      return `${toJson(value)}`;
    case 'o':
      return inspect(value, { ...options, showHidden: true, showProxy: true, depth: 4 });
    case 'O':
      return inspect(value, options);
    case 'c': // CSS, which only browsers apply
      return '';
    default:
      return undefined;
  }
}

function formatArguments(options, args) {
  const template = args[0];
  let text = '';
  let used = 0;
  if (typeof template === 'string') {
    if (args.length === 1) return template;
    used = 1;
    let from = 0;
    let hasSubstituted = false;
    for (let at = StringPrototypeIndexOf(template, '%'); at !== -1 && at < template.length - 1; at = StringPrototypeIndexOf(template, '%', at + 2)) {
      const letter = template[at + 1];
      let replacement;
      if (letter === '%') replacement = '%';
      else if (used < args.length) replacement = substitute(letter, args[used], options);
      if (replacement === undefined) continue;
      if (letter !== '%') used++;
      text += `${StringPrototypeSlice(template, from, at)}${replacement}`;
      from = at + 2;
      hasSubstituted = true;
    }
    text = hasSubstituted ? text + StringPrototypeSlice(template, from) : template;
  }
  for (; used < args.length; used++) {
    const value = args[used];
    if (used > 0) text += ' ';
    text += typeof value === 'string' ? value : inspect(value, options);
  }
  return text;
}

function format(...args) {
  return formatArguments(undefined, args);
}

function formatWithOptions(inspectOptions, ...args) {
  validateObject(inspectOptions, 'inspectOptions', kValidateObjectAllowArray);
  return formatArguments(inspectOptions, args);
}

module.exports = { format, formatArguments, formatWithOptions };
