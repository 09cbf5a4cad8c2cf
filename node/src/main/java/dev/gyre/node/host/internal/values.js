'use strict';

// JavaScript's half of the form in which values cross between a Java program and its runtime; PlainValues.java has the
// other half and describes the form.

const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { ArrayBuffer: CoreArrayBuffer } = globalThis;
const { isArray, from: arrayFrom } = Array;
const { keys, fromEntries } = Object;
const { isView } = CoreArrayBuffer;
const { isDate, isAnyArrayBuffer, isMap, isSet, isBoxedPrimitive } = require('util').types;

// Java reads lists with a buffer followed by offset and length (engine's Args).
const bytesForm = (bytes) => ['b', bytes.buffer, bytes.byteOffset, bytes.byteLength];

// `around` holds the objects that the value is part of.
function objectForm(value, around) {
  if (around.includes(value)) throw new ERR_INVALID_ARG_VALUE('value', value, 'contains itself and has no form in Java');
  if (isView(value)) return bytesForm(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
  if (isAnyArrayBuffer(value)) return bytesForm(Buffer.from(value));
  if (isDate(value)) return ['d', +value];
  if (isBoxedPrimitive(value)) return toForm(value.valueOf(), around);
  const inside = [...around, value];
  if (isArray(value) || isSet(value)) return ['a', ...arrayFrom(value, (element) => toForm(element, inside))];
  const form = ['o'];
  const entries = isMap(value) ? arrayFrom(value) : keys(value).map((key) => [key, value[key]]);
  for (const [key, element] of entries) {
    if (typeof element !== 'function' && typeof element !== 'symbol') form.push(`${key}`, toForm(element, inside));
  }
  return form;
}

function toForm(value, around = []) {
  switch (typeof value) {
    case 'undefined': return undefined;
    case 'boolean':
    case 'number':
    case 'string': return value;
    case 'bigint': return ['n', `${value}`];
    case 'object': return value === null ? undefined : objectForm(value, around);
    default: return undefined; // a function or a symbol
  }
}

function fromForm(form) {
  if (form === undefined) return null;
  if (!isArray(form)) return form;
  switch (form[0]) {
    case 'a': return form.slice(1).map(fromForm);
    case 'o': {
      const entries = [];
      for (let i = 1; i < form.length; i += 2) entries.push([form[i], fromForm(form[i + 1])]);
      return fromEntries(entries);
    }
    case 'b': return Buffer.from(form[1].buffer, form[1].byteOffset, form[1].byteLength);
    case 'n': return BigInt(form[1]);
    default: return new Date(form[1]);
  }
}

module.exports = { toForm, fromForm };
