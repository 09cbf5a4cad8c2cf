'use strict';

// How inspect() shows each kind of object: the text before its braces, the braces, the contents besides the properties, and
// which properties are listed.

const {
  ArrayIsArray, ArrayPrototypeFilter, DatePrototype, MapPrototype, NumberIsNaN,
  ObjectGetOwnPropertyDescriptor: getOwnPropertyDescriptor, ObjectGetOwnPropertyNames: getOwnPropertyNames,
  ObjectGetOwnPropertySymbols: getOwnPropertySymbols, ObjectGetPrototypeOf, ObjectHasOwn: hasOwn, ObjectKeys: keysOf,
  ObjectPrototype, ReflectApply, ReflectOwnKeys: ownKeys, RegExp, RegExpPrototype, SetPrototype, SymbolIterator,
  SymbolToStringTag, Uint8Array, joinLists,
} = require('internal/primordials');
const { isError } = require('internal/util');
const { getOwnNonIndexProperties } = require('internal/util/v8');
const { isModuleNamespace, kindOf } = require('internal/util/kinds');
const { formatError } = require('internal/util/inspect_errors');
const { kArrayExtrasType, kObjectType } = require('internal/util/inspect_layout');
const { describeFunction, getObjectPrefix, getPrefix } = require('internal/util/inspect_names');
const { formatNumber } = require('internal/util/inspect_primitives');
const values = require('internal/util/inspect_values');

const { propertyIsEnumerable } = ObjectPrototype;
const getter = (prototype, name) => getOwnPropertyDescriptor(prototype, name).get;
const mapSize = getter(MapPrototype, 'size');
const setSize = getter(SetPrototype, 'size');
const typedArrayPrototype = ObjectGetPrototypeOf(Uint8Array).prototype;
const typedArrayName = getter(typedArrayPrototype, SymbolToStringTag);
const typedArrayLength = getter(typedArrayPrototype, 'length');
const { getTime, toISOString, toString: dateToString } = DatePrototype;
const regExpToString = RegExpPrototype.toString;

// A tag that is listed among the properties is not shown twice.
function getTag(ctx, value) {
  let tag;
  try {
    tag = value[SymbolToStringTag];
  } catch {
    return '';
  }
  if (typeof tag !== 'string' || tag === '') return '';
  const isListed = ctx.showHidden ? hasOwn(value, SymbolToStringTag) :
    ReflectApply(propertyIsEnumerable, value, [SymbolToStringTag]);
  return isListed ? '' : tag;
}

function getKeys(value, showHidden) {
  if (showHidden) return ownKeys(value);
  let keys;
  try {
    keys = keysOf(value);
  } catch (error) {
    // A module in evaluation throws when its exports are tested for enumerability.
    if (!isModuleNamespace(value)) throw error;
    keys = getOwnPropertyNames(value);
  }
  const symbols = getOwnPropertySymbols(value);
  if (symbols.length === 0) return keys;
  return joinLists(keys, ArrayPrototypeFilter(symbols, (symbol) => ReflectApply(propertyIsEnumerable, value, [symbol])));
}

const noContents = () => [];
const noKeys = [];

//   text       the whole result, if there is nothing else to show
//   base       text before the braces
//   braces     opening and closing
//   contents   (depth) => parts, before the properties
//   keys       the properties to list
//   extraKeys  accessors of the prototype to list as well
class Shape {
  text = undefined;
  base = '';
  braces = ['{', '}'];
  contents = noContents;
  type = kObjectType;
  extraKeys = noKeys;
  insideTypedArray = false;

  constructor(ctx, value, depth, constructorName, prototypeProperties, insideTypedArray) {
    this.ctx = ctx;
    this.value = value;
    this.depth = depth;
    this.constructorName = constructorName;
    this.tag = getTag(ctx, value);
    this.prototypeProperties = prototypeProperties;
    this.insideTypedArray = insideTypedArray;
  }

  get isBare() {
    return this.keys.length === 0 && this.prototypeProperties === undefined;
  }

  prefix(fallback, size) {
    return getPrefix(this.constructorName, this.tag, fallback, size);
  }

  objectPrefix() {
    return getObjectPrefix(this.value, this.constructorName, this.tag);
  }
}

const isIterableKind = { __proto__: null, Array: true, Set: true, Map: true, TypedArray: true, MapIterator: true,
                         SetIterator: true };

// `prototypeProperties` are texts to be listed after the object's own properties, or undefined.
function shapeOf(ctx, value, depth, constructorName, prototypeProperties, insideTypedArray) {
  const shape = new Shape(ctx, value, depth, constructorName, prototypeProperties, insideTypedArray);
  fill(shape);
  return shape;
}

function fill(shape) {
  const { ctx, value, constructorName } = shape;
  if (ArrayIsArray(value) && (SymbolIterator in value || constructorName === null)) return shapes.Array(shape);
  if (typeof value === 'function') return shapes.Function(shape);
  // Any object may have the name Object; the kind is omitted only for an ordinary one.
  const kind = constructorName === 'Object' && !(SymbolIterator in value) ? 'Object' : kindOf(value);
  if (isIterableKind[kind] && (SymbolIterator in value || constructorName === null)) return shapes[kind](shape);
  shape.keys = getKeys(value, ctx.showHidden);
  if (constructorName === 'Object') return shapes.Plain(shape);
  if (kind === 'Error' || isError(value)) return shapes.Error(shape);
  return isIterableKind[kind] ? shapes.Object(shape) : (shapes[kind] ?? shapes.Object)(shape);
}

// ...by kind; `keys` is set already, except for the iterable ones.
const shapes = {
  __proto__: null,

  Array(shape) {
    const { ctx, value, constructorName, tag } = shape;
    shape.keys = getOwnNonIndexProperties(value, !ctx.showHidden);
    const prefix = constructorName !== 'Array' || tag !== '' ? shape.prefix('Array', `(${value.length})`) : '';
    shape.braces = [`${prefix}[`, ']'];
    shape.type = kArrayExtrasType;
    if (value.length === 0 && shape.isBare) shape.text = `${prefix}[]`;
    else shape.contents = (depth) => values.formatArray(ctx, value, depth);
  },

  Set(shape) {
    collection(shape, 'Set', ReflectApply(setSize, shape.value, []), values.formatSet);
  },

  Map(shape) {
    collection(shape, 'Map', ReflectApply(mapSize, shape.value, []), values.formatMap);
  },

  TypedArray(shape) {
    const { ctx, value } = shape;
    const length = ReflectApply(typedArrayLength, value, []);
    const name = ReflectApply(typedArrayName, value, []);
    shape.keys = getOwnNonIndexProperties(value, !ctx.showHidden);
    shape.braces = [`${shape.prefix(shape.constructorName === null ? name : '', `(${length})`)}[`, ']'];
    shape.type = kArrayExtrasType;
    if (length === 0 && shape.keys.length === 0 && !ctx.showHidden) {
      shape.text = `${shape.braces[0]}]`;
      return;
    }
    shape.contents = () => values.formatTypedArray(ctx, value, length);
    if (ctx.showHidden) {
      shape.extraKeys = ['BYTES_PER_ELEMENT', 'length', 'byteLength', 'byteOffset', 'buffer'];
      shape.insideTypedArray = true;
    }
  },

  MapIterator: (shape) => iterator(shape, 'Map'),
  SetIterator: (shape) => iterator(shape, 'Set'),

  Function(shape) {
    const { ctx, value, constructorName, tag } = shape;
    shape.keys = getKeys(value, ctx.showHidden);
    shape.base = describeFunction(ctx, value, constructorName, tag);
    if (shape.isBare) shape.text = ctx.stylize(shape.base, 'special');
  },

  Plain(shape) {
    const { value, tag } = shape;
    if (kindOf(value) === 'Arguments') shape.braces[0] = '[Arguments] {';
    else if (tag !== '') shape.braces[0] = `${shape.prefix('Object')}{`;
    if (shape.isBare) shape.text = `${shape.braces[0]}}`;
  },

  RegExp(shape) {
    const { ctx, value, constructorName } = shape;
    const source = ReflectApply(regExpToString, constructorName === null ? new RegExp(value) : value, []);
    const prefix = shape.prefix('RegExp');
    shape.base = ctx.stylize(prefix === 'RegExp ' ? source : `${prefix}${source}`, 'regexp');
    if (shape.isBare || ctx.isTooDeep(shape.depth)) shape.text = shape.base;
  },

  Date(shape) {
    const { ctx, value } = shape;
    const isInvalid = NumberIsNaN(ReflectApply(getTime, value, []));
    const date = ReflectApply(isInvalid ? dateToString : toISOString, value, []);
    const prefix = shape.prefix('Date');
    shape.base = prefix === 'Date ' ? date : `${prefix}${date}`;
    if (shape.isBare) shape.text = ctx.stylize(shape.base, 'date');
  },

  Error(shape) {
    const { ctx, value, constructorName, tag, keys } = shape;
    shape.base = formatError(value, constructorName, tag, ctx, keys);
    if (shape.isBare) shape.text = shape.base;
  },

  ArrayBuffer: (shape) => arrayBuffer(shape, 'ArrayBuffer'),
  SharedArrayBuffer: (shape) => arrayBuffer(shape, 'SharedArrayBuffer'),

  DataView(shape) {
    shape.braces[0] = `${shape.prefix('DataView')}{`;
    shape.extraKeys = ['byteLength', 'byteOffset', 'buffer'];
  },

  Promise: (shape) => opaque(shape, 'Promise', values.formatPromise),
  WeakSet: (shape) => opaque(shape, 'WeakSet', values.formatWeakSet),
  WeakMap: (shape) => opaque(shape, 'WeakMap', values.formatWeakMap),

  Module(shape) {
    const { ctx, value, keys } = shape;
    shape.braces[0] = `${shape.prefix('Module')}{`;
    shape.contents = (depth) => values.formatNamespace(ctx, value, depth, keys);
  },

  Number: (shape) => boxed(shape, 'Number'),
  String: (shape) => boxed(shape, 'String'),
  Boolean: (shape) => boxed(shape, 'Boolean'),
  BigInt: (shape) => boxed(shape, 'BigInt'),
  Symbol: (shape) => boxed(shape, 'Symbol'),

  External(shape) {
    const { ctx, value } = shape;
    if (!shape.isBare) return shapes.Object(shape);
    shape.text = ctx.stylize(`[External: ${binding('util').getExternalValue(value).toString(16)}]`, 'special');
    return undefined;
  },

  Object(shape) {
    const { ctx, value, depth } = shape;
    if (!ctx.isTooDeep(depth) && isUrl(value)) {
      shape.base = value.href;
      if (shape.isBare) shape.text = shape.base;
      return;
    }
    shape.braces[0] = `${shape.objectPrefix()}{`;
    if (shape.isBare) shape.text = `${shape.braces[0]}}`;
  },
};

function collection(shape, kind, size, format) {
  const { ctx, value } = shape;
  shape.keys = getKeys(value, ctx.showHidden);
  const prefix = shape.prefix(kind, `(${size})`);
  shape.braces = [`${prefix}{`, '}'];
  if (size === 0 && shape.isBare) shape.text = `${prefix}{}`;
  else shape.contents = (depth) => format(ctx, value, depth, size);
}

function iterator(shape, kind) {
  const { ctx, value, tag } = shape;
  shape.keys = getKeys(value, ctx.showHidden);
  shape.braces = values.iteratorBraces(kind, tag);
  shape.contents = (depth) => values.formatIterator(ctx, value, depth, shape.braces);
}

function arrayBuffer(shape, kind) {
  const { ctx, value, insideTypedArray } = shape;
  const prefix = shape.prefix(kind);
  if (insideTypedArray && shape.isBare) {
    shape.text = `${prefix}{ [byteLength]: ${formatNumber(ctx.stylize, value.byteLength, false)} }`;
    return;
  }
  if (!insideTypedArray) shape.contents = () => values.formatArrayBuffer(ctx, value);
  shape.braces[0] = `${prefix}{`;
  shape.extraKeys = ['byteLength'];
}

function opaque(shape, kind, format) {
  shape.braces[0] = `${shape.prefix(kind)}{`;
  shape.contents = (depth) => format(shape.ctx, shape.value, depth);
}

function boxed(shape, kind) {
  const { ctx, value, constructorName, tag, keys } = shape;
  shape.base = values.describeBoxed(ctx, value, kind, keys, constructorName, tag);
  if (shape.isBare) shape.text = shape.base;
}

const isUrl = (value) => typeof value.href === 'string' && value instanceof require('url').URL;

module.exports = { shapeOf };
