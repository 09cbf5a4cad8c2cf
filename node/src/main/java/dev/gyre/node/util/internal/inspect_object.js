'use strict';

// The recursive half of inspect(): one value (`value`), one object (`describe`, then its parts), one property.

const { customInspectSymbol, isError } = require('internal/util');
const { isStackOverflowError } = require('internal/errors');
const { getOwnNonIndexProperties, getProxyDetails } = require('internal/util/v8');
const { isModuleNamespace, kindOf } = require('internal/util/kinds');
const { noStyle } = require('internal/util/inspect_style');
const { formatError } = require('internal/util/inspect_errors');
const { joinParts, kArrayExtrasType, kArrayType, kObjectType } = require('internal/util/inspect_layout');
const {
  describeFunction, getConstructorName, getObjectPrefix, getPrefix,
} = require('internal/util/inspect_names');
const {
  escapeSymbolText, formatNumber, formatPrimitive, quote, symbolToString,
} = require('internal/util/inspect_primitives');
const { getStringWidth } = require('internal/util/string_width');
const values = require('internal/util/inspect_values');

const { getOwnPropertyDescriptor, hasOwn } = Object;
const { propertyIsEnumerable } = Object.prototype;
const hasInstance = Function.prototype[Symbol.hasInstance];
const getter = (prototype, name) => getOwnPropertyDescriptor(prototype, name).get;
const mapSize = getter(Map.prototype, 'size');
const setSize = getter(Set.prototype, 'size');
const typedArrayPrototype = Object.getPrototypeOf(Uint8Array).prototype;
const typedArrayName = getter(typedArrayPrototype, Symbol.toStringTag);
const typedArrayLength = getter(typedArrayPrototype, 'length');
const { getTime, toISOString, toString: dateToString } = Date.prototype;
const regExpToString = RegExp.prototype.toString;

// Past this many characters on one level, deeper levels are no longer shown: the text would not fit a string.
const budgetPerLevel = 2 ** 27;

const optionNames = [
  'showHidden', 'depth', 'colors', 'customInspect', 'showProxy', 'maxArrayLength', 'maxStringLength', 'breakLength',
  'compact', 'sorted', 'getters', 'numericSeparator',
];

class Inspection {
  budget = {};
  indentation = 0;
  seen = [];
  currentDepth = 0;
  circular = undefined;
  stylize = noStyle;
  userOptions = undefined;

  constructor(inspect, options) {
    this.inspect = inspect;
    for (const name of optionNames) this[name] = options[name];
  }

  isTooDeep(depth) {
    return this.depth !== null && depth > this.depth;
  }

  // As handed to a custom inspect function, and back to inspect() by it.
  options() {
    const options = { stylize: this.stylize };
    for (const name of optionNames) options[name] = this[name];
    return Object.assign(options, this.userOptions);
  }

  value(value, depth = 0, insideTypedArray = false) {
    if (value === null) return this.stylize('null', 'null');
    if (typeof value !== 'object' && typeof value !== 'function' && !isUndetectable(value)) {
      return formatPrimitive(this.stylize, value, this);
    }
    const details = getProxyDetails(value);
    if (details !== undefined) return this.#proxy(value, details, depth, insideTypedArray);
    return this.#object(value, value, depth, insideTypedArray);
  }

  // Without showProxy, a proxy is shown as its target, seen without asking its handler anything.
  #proxy(proxy, details, depth, insideTypedArray) {
    if (this.showProxy) {
      if (details[0] === null) return this.stylize('<Revoked Proxy>', 'special');
      if (this.isTooDeep(depth)) return this.stylize('Proxy [Array]', 'special');
      this.indentation += 2;
      const parts = details.map((part) => this.value(part, depth + 1));
      this.indentation -= 2;
      return joinParts(this, parts, '', ['Proxy [', ']'], kArrayExtrasType, depth + 1);
    }
    let layers = 1;
    let [target] = details;
    for (let inner; target !== null && (inner = getProxyDetails(target)) !== undefined; layers++) [target] = inner;
    let text = target === null ? this.stylize('<Revoked Proxy>', 'special') :
      this.#object(target, proxy, depth, insideTypedArray, (shown) => { layers = 0; return shown; });
    for (; layers > 0; layers--) text = `${this.stylize('Proxy(', 'special')}${text}${this.stylize(')', 'special')}`;
    return text;
  }

  // `context` is the proxy the object is seen through, or itself. `onCustom` gets what a custom function made of it.
  #object(value, context, depth, insideTypedArray, onCustom = (shown) => shown) {
    if (this.customInspect) {
      const custom = value[customInspectSymbol];
      if (typeof custom === 'function' && custom !== this.inspect && !isPrototype(value)) {
        const shown = this.#custom(custom, value, context, depth);
        if (shown !== undefined) return onCustom(shown);
      }
    }
    if (this.seen.includes(value)) return this.#circularReference(value);
    return describe(this, value, depth, insideTypedArray);
  }

  // undefined when the function leaves the object to us by returning it.
  #custom(custom, value, context, depth) {
    const depthLeft = this.depth === null ? null : this.depth - depth;
    const isForeign = value !== context || !Reflect.apply(hasInstance, Object, [context]);
    const options = isForeign ? this.#primitiveOptions() : this.options();
    const result = Reflect.apply(custom, context, [depthLeft, options, this.inspect]);
    if (result === context) return undefined;
    if (typeof result !== 'string') return this.value(result, depth);
    return result.replaceAll('\n', `\n${' '.repeat(this.indentation)}`);
  }

  // An object of another realm gets no object of this one: its function could reach this realm through it.
  #primitiveOptions() {
    const options = this.options();
    Object.setPrototypeOf(options, null);
    for (const [key, option] of Object.entries(options)) {
      if ((typeof option === 'object' && option !== null) || typeof option === 'function') delete options[key];
    }
    const { stylize } = this;
    options.stylize = Object.setPrototypeOf((text, flavour) => {
      try {
        return `${stylize(text, flavour)}`;
      } catch {
        return text;
      }
    }, null);
    return options;
  }

  #circularReference(value) {
    this.circular ??= new Map();
    if (!this.circular.has(value)) this.circular.set(value, this.circular.size + 1);
    return this.stylize(`[Circular *${this.circular.get(value)}]`, 'special');
  }

  // `original` is the object a getter is called on, where the property is one of its prototypes'.
  property(object, depth, key, type, descriptor = getOwnPropertyDescriptor(object, key), original = object) {
    let text;
    let gap = ' ';
    if (descriptor.value !== undefined) {
      const indent = this.compact !== true || type !== kObjectType ? 2 : 3;
      this.indentation += indent;
      text = this.value(descriptor.value, depth);
      if (indent === 3 && this.breakLength < getStringWidth(text, this.colors)) {
        gap = `\n${' '.repeat(this.indentation)}`;
      }
      this.indentation -= indent;
    } else if (descriptor.get !== undefined) {
      text = this.#getter(descriptor, original, depth);
    } else if (descriptor.set !== undefined) {
      text = this.stylize('[Setter]', 'special');
    } else {
      text = this.stylize('undefined', 'undefined');
    }
    if (type === kArrayType) return text;
    const name = this.#key(key);
    return `${descriptor.enumerable === false ? `[${name}]` : name}:${gap}${text}`;
  }

  #key(key) {
    if (typeof key === 'symbol') return this.stylize(escapeSymbolText(symbolToString(key)), 'symbol');
    if (key === '__proto__') return "['__proto__']";
    return /^[a-zA-Z_][a-zA-Z_0-9]*$/.test(key) ? this.stylize(key, 'name') : this.stylize(quote(key), 'string');
  }

  #getter({ get, set }, original, depth) {
    const special = (text) => this.stylize(text, 'special');
    const label = set === undefined ? 'Getter' : 'Getter/Setter';
    const isWanted = this.getters === true || this.getters === (set === undefined ? 'get' : 'set');
    if (!this.getters || !isWanted) return special(`[${label}]`);
    this.indentation += 2;
    let text;
    try {
      const value = Reflect.apply(get, original, []);
      if (value === null) text = `${special(`[${label}:`)} ${this.stylize('null', 'null')}${special(']')}`;
      else if (typeof value === 'object') text = `${special(`[${label}]`)} ${this.value(value, depth)}`;
      else text = `${special(`[${label}:`)} ${formatPrimitive(this.stylize, value, this)}${special(']')}`;
    } catch (error) {
      text = `${special(`[${label}:`)} <Inspection threw (${this.value(error, depth)})>${special(']')}`;
    }
    this.indentation -= 2;
    return text;
  }
}

// document.all and its like: an object whose type is "undefined".
const isUndetectable = (value) => typeof value === 'undefined' && value !== undefined;

const isPrototype = (value) => getOwnPropertyDescriptor(value, 'constructor')?.value?.prototype === value;

// ---- one object

// A tag that is listed among the properties anyway is not shown twice.
function getTag(ctx, value) {
  let tag;
  try {
    tag = value[Symbol.toStringTag];
  } catch {
    return '';
  }
  if (typeof tag !== 'string' || tag === '') return '';
  const isListed = ctx.showHidden ? hasOwn(value, Symbol.toStringTag) :
    Reflect.apply(propertyIsEnumerable, value, [Symbol.toStringTag]);
  return isListed ? '' : tag;
}

function getKeys(value, showHidden) {
  if (showHidden) return Reflect.ownKeys(value);
  let keys;
  try {
    keys = Object.keys(value);
  } catch (error) {
    // A module in evaluation throws when asked whether its exports are enumerable.
    if (!isModuleNamespace(value)) throw error;
    keys = Object.getOwnPropertyNames(value);
  }
  const symbols = Object.getOwnPropertySymbols(value);
  if (symbols.length === 0) return keys;
  return keys.concat(symbols.filter((symbol) => Reflect.apply(propertyIsEnumerable, value, [symbol])));
}

// What describe() needs to know of an object:
//   text       the whole answer, where there is nothing more to say
//   base       stands before the braces
//   braces     opening and closing
//   contents   (depth) => parts, before the properties
//   keys       the properties to list
//   extraKeys  accessors of the prototype to list as well
class Shape {
  text = undefined;
  base = '';
  braces = ['{', '}'];
  contents = () => [];
  type = kObjectType;
  extraKeys = [];
  insideTypedArray = false;

  constructor(ctx, value, depth, constructor, tag, prototypeProperties, insideTypedArray) {
    this.ctx = ctx;
    this.value = value;
    this.depth = depth;
    this.constructorName = constructor;
    this.tag = tag;
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

function shapeOf(shape) {
  const { ctx, value, constructorName } = shape;
  if (Array.isArray(value) && (Symbol.iterator in value || constructorName === null)) return shapes.Array(shape);
  if (typeof value === 'function') return shapes.Function(shape);
  // Every object may call itself Object; only then is an ordinary one's kind of no interest.
  const kind = constructorName === 'Object' && !(Symbol.iterator in value) ? 'Object' : kindOf(value);
  if (isIterableKind[kind] && (Symbol.iterator in value || constructorName === null)) return shapes[kind](shape);
  shape.keys = getKeys(value, ctx.showHidden);
  if (constructorName === 'Object') return shapes.Plain(shape);
  if (kind === 'Error' || isError(value)) return shapes.Error(shape);
  return isIterableKind[kind] ? shapes.Object(shape) : (shapes[kind] ?? shapes.Object)(shape);
}

// ...by kind; `keys` are there already, but for the iterable ones.
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
    collection(shape, 'Set', Reflect.apply(setSize, shape.value, []), values.formatSet);
  },

  Map(shape) {
    collection(shape, 'Map', Reflect.apply(mapSize, shape.value, []), values.formatMap);
  },

  TypedArray(shape) {
    const { ctx, value } = shape;
    const length = Reflect.apply(typedArrayLength, value, []);
    const name = Reflect.apply(typedArrayName, value, []);
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
    const source = Reflect.apply(regExpToString, constructorName === null ? new RegExp(value) : value, []);
    const prefix = shape.prefix('RegExp');
    shape.base = ctx.stylize(prefix === 'RegExp ' ? source : `${prefix}${source}`, 'regexp');
    if (shape.isBare || ctx.isTooDeep(shape.depth)) shape.text = shape.base;
  },

  Date(shape) {
    const { ctx, value } = shape;
    const isInvalid = Number.isNaN(Reflect.apply(getTime, value, []));
    const date = Reflect.apply(isInvalid ? dateToString : toISOString, value, []);
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

function describe(ctx, value, depth, insideTypedArray) {
  let properties = ctx.showHidden && !ctx.isTooDeep(depth) ? [] : undefined;
  const constructor = getConstructorName(value, ctx, depth, properties);
  if (properties?.length === 0) properties = undefined;
  const shape = new Shape(ctx, value, depth, constructor, getTag(ctx, value), properties, insideTypedArray);
  shapeOf(shape);
  if (shape.text !== undefined) return shape.text;
  if (ctx.isTooDeep(depth)) {
    const name = shape.objectPrefix().slice(0, -1);
    return ctx.stylize(constructor === null ? name : `[${name}]`, 'special');
  }

  const inner = depth + 1;
  const { indentation } = ctx;
  let output;
  ctx.seen.push(value);
  ctx.currentDepth = inner;
  try {
    output = listParts(ctx, shape, inner);
  } catch (error) {
    if (!isStackOverflowError(error)) throw error;
    ctx.seen.pop();
    ctx.indentation = indentation;
    const note = 'Inspection interrupted prematurely. Maximum call stack size exceeded.';
    return ctx.stylize(`[${shape.objectPrefix().slice(0, -1)}: ${note}]`, 'special');
  }
  markReference(ctx, shape);
  ctx.seen.pop();
  if (ctx.sorted) sortParts(ctx, shape, output);
  const text = joinParts(ctx, output, shape.base, shape.braces, shape.type, inner, value);
  const used = (ctx.budget[ctx.indentation] ?? 0) + text.length;
  ctx.budget[ctx.indentation] = used;
  if (used > budgetPerLevel) ctx.depth = -1;
  return text;
}

function listParts(ctx, shape, depth) {
  const { value } = shape;
  const output = shape.contents(depth);
  for (const key of shape.extraKeys) output.push(extraProperty(ctx, shape, depth, key));
  for (const key of shape.keys) output.push(ctx.property(value, depth, key, shape.type));
  if (shape.prototypeProperties !== undefined) output.push(...shape.prototypeProperties);
  return output;
}

// [byteLength]: 3; what a view of a detached buffer refuses to tell, the buffer does.
function extraProperty(ctx, { value, insideTypedArray }, depth, key) {
  let extra;
  try {
    extra = value[key];
  } catch {
    extra = value.buffer[key];
  }
  ctx.indentation += 2;
  const text = ctx.value(extra, depth, insideTypedArray);
  ctx.indentation -= 2;
  return `${ctx.stylize(`[${key}]`, 'string')}: ${text}`;
}

// Something inside refers back to this object.
function markReference(ctx, shape) {
  const index = ctx.circular?.get(shape.value);
  if (index === undefined) return;
  const reference = ctx.stylize(`<ref *${index}>`, 'special');
  if (ctx.compact === true) shape.braces[0] = `${reference} ${shape.braces[0]}`;
  else shape.base = shape.base === '' ? reference : `${reference} ${shape.base}`;
}

// Array elements stay where they are.
function sortParts(ctx, shape, output) {
  const comparator = ctx.sorted === true ? undefined : ctx.sorted;
  if (shape.type === kObjectType) {
    output.sort(comparator);
  } else if (shape.keys.length > 1) {
    output.push(...output.splice(output.length - shape.keys.length).sort(comparator));
  }
}

module.exports = { Inspection, optionNames };
