'use strict';

// JavaScript's half of the conversion of values between a Java program and its runtime; PlainValues.java has the other half
// and describes the format. User code may have replaced built-ins, so nothing here looks one up at run time.

const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const {
  Uint8Array, apply, bufferOf, byteLengthOf, byteOffsetOf, dataViewBufferOf, dataViewByteLengthOf,
  dataViewByteOffsetOf, defineProperty, isArray, isView, push, typedArrayName, uncurryThis,
} = require('internal/primordials');
const { Buffer } = require('buffer');
const { isBoxedPrimitive, isDate, isMap, isSet, isAnyArrayBuffer } = require('util').types;

const {
  BigInt, Date, String, Object: { keys }, Map: { prototype: mapPrototype }, Set: { prototype: setPrototype },
} = globalThis;
const { from: bufferFrom } = Buffer;
const timeOf = uncurryThis(Date.prototype.getTime);
const forEachEntry = uncurryThis(mapPrototype.forEach);
const forEachElement = uncurryThis(setPrototype.forEach);

// Java reads a list with a buffer followed by offset and length (engine's Args).
function viewForm(view) {
  return typedArrayName(view) === undefined ?
    ['b', dataViewBufferOf(view), dataViewByteOffsetOf(view), dataViewByteLengthOf(view)] :
    ['b', bufferOf(view), byteOffsetOf(view), byteLengthOf(view)];
}

function isInside(value, around) {
  for (let i = 0; i < around.length; i++) if (around[i] === value) return true;
  return false;
}

function listForm(list, inside) {
  const form = ['a'];
  for (let i = 0; i < list.length; i++) push(form, toForm(list[i], inside));
  return form;
}

function setForm(set, inside) {
  const form = ['a'];
  forEachElement(set, (element) => { push(form, toForm(element, inside)); });
  return form;
}

function addEntry(form, key, value, inside) {
  if (typeof value === 'function' || typeof value === 'symbol') return;
  push(form, key);
  push(form, toForm(value, inside));
}

function mapForm(map, inside) {
  const form = ['o'];
  forEachEntry(map, (value, key) => { addEntry(form, `${key}`, value, inside); });
  return form;
}

function propertiesForm(object, inside) {
  const form = ['o'];
  const names = keys(object);
  for (let i = 0; i < names.length; i++) addEntry(form, names[i], object[names[i]], inside);
  return form;
}

const boxedForm = (value) => (typeof value === 'object' ? undefined : toForm(value));

// `around` contains the objects that enclose the value.
function objectForm(value, around) {
  if (isInside(value, around)) throw new ERR_INVALID_ARG_VALUE('value', value, 'contains itself and has no form in Java');
  if (isView(value)) return viewForm(value);
  if (isAnyArrayBuffer(value)) return viewForm(new Uint8Array(value));
  if (isDate(value)) return ['d', timeOf(value)];
  if (isBoxedPrimitive(value)) return boxedForm(value.valueOf());
  const inside = [];
  for (let i = 0; i < around.length; i++) push(inside, around[i]);
  push(inside, value);
  if (isArray(value)) return listForm(value, inside);
  if (isSet(value)) return setForm(value, inside);
  return isMap(value) ? mapForm(value, inside) : propertiesForm(value, inside);
}

const NOTHING = [];

function toForm(value, around = NOTHING) {
  switch (typeof value) {
    case 'boolean':
    case 'number':
    case 'string': return value;
    case 'bigint': return ['n', String(value)];
    case 'object': return value === null ? undefined : objectForm(value, around);
    default: return undefined; // undefined, a function, a symbol
  }
}

function elementsOf(form) {
  const list = [];
  for (let i = 1; i < form.length; i++) push(list, fromForm(form[i]));
  return list;
}

function objectOf(form) {
  const object = {};
  for (let i = 1; i < form.length; i += 2) {
    defineProperty(object, form[i],
      { __proto__: null, value: fromForm(form[i + 1]), writable: true, enumerable: true, configurable: true });
  }
  return object;
}

function fromForm(form) {
  if (form === undefined || form === null) return null;
  if (!isArray(form)) return form;
  switch (form[0]) {
    case 'a': return elementsOf(form);
    case 'o': return objectOf(form);
    case 'b': return apply(bufferFrom, Buffer, [bufferOf(form[1]), byteOffsetOf(form[1]), byteLengthOf(form[1])]);
    case 'n': return BigInt(form[1]);
    default: return new Date(form[1]);
  }
}

module.exports = { toForm, fromForm };
