'use strict';

// The recursive half of inspect(): one value (`value`), one object (`describe`), one property.

const {
  ArrayPrototypeIncludes, ArrayPrototypeMap, ArrayPrototypePop, ArrayPrototypePush, ArrayPrototypeSort, ArrayPrototypeSplice,
  FunctionPrototype, Object, ObjectGetOwnPropertyDescriptor: getOwnPropertyDescriptor, ObjectSetPrototypeOf, ReflectApply,
  RegExpPrototypeExec, SafeMap, StringPrototypeRepeat, StringPrototypeReplaceAll, StringPrototypeSlice, SymbolHasInstance,
  pushAll,
} = require('internal/primordials');
const { customInspectSymbol } = require('internal/util');
const { isStackOverflowError } = require('internal/errors');
const { isExotic } = require('internal/exotic_objects');
const { getProxyDetails } = require('internal/util/v8');
const { noStyle } = require('internal/util/inspect_style');
const { joinParts, kArrayExtrasType, kArrayType, kObjectType } = require('internal/util/inspect_layout');
const { getConstructorName } = require('internal/util/inspect_names');
const { escapeSymbolText, formatPrimitive, quote, symbolToString } = require('internal/util/inspect_primitives');
const { shapeOf } = require('internal/util/inspect_shapes');
const { getStringWidth } = require('internal/util/string_width');

const hasInstance = FunctionPrototype[SymbolHasInstance];

// Matches keys that are no plain names. Most keys are plain names, and a failed match allocates no result array.
const keyToQuote = /^(?![a-zA-Z_])|[^a-zA-Z_0-9]/;

// After this many characters on one level, deeper levels are omitted: the text would exceed the maximum length of a string.
const budgetPerLevel = 2 ** 27;

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
    this.showHidden = options.showHidden;
    this.depth = options.depth;
    this.colors = options.colors;
    this.customInspect = options.customInspect;
    this.showProxy = options.showProxy;
    this.maxArrayLength = options.maxArrayLength;
    this.maxStringLength = options.maxStringLength;
    this.breakLength = options.breakLength;
    this.compact = options.compact;
    this.sorted = options.sorted;
    this.getters = options.getters;
    this.numericSeparator = options.numericSeparator;
  }

  isTooDeep(depth) {
    return this.depth !== null && depth > this.depth;
  }

  // Passed to a custom inspect function, which may pass it back to inspect().
  options() {
    return {
      stylize: this.stylize,
      showHidden: this.showHidden,
      depth: this.depth,
      colors: this.colors,
      customInspect: this.customInspect,
      showProxy: this.showProxy,
      maxArrayLength: this.maxArrayLength,
      maxStringLength: this.maxStringLength,
      breakLength: this.breakLength,
      compact: this.compact,
      sorted: this.sorted,
      getters: this.getters,
      numericSeparator: this.numericSeparator,
      ...this.userOptions,
    };
  }

  value(value, depth = 0, insideTypedArray = false) {
    if (value === null) return this.stylize('null', 'null');
    if (!isObject(value) && !isUndetectable(value)) {
      return formatPrimitive(this.stylize, value, this);
    }
    const details = getProxyDetails(value);
    if (details !== undefined && !isExotic(value)) return this.#proxy(value, details, depth, insideTypedArray);
    return this.#object(value, value, depth, insideTypedArray);
  }

  // Without showProxy, a proxy is shown as its target, which is read without calling its handler.
  #proxy(proxy, details, depth, insideTypedArray) {
    if (this.showProxy) {
      if (details[0] === null) return this.stylize('<Revoked Proxy>', 'special');
      if (this.isTooDeep(depth)) return this.stylize('Proxy [Array]', 'special');
      this.indentation += 2;
      const parts = ArrayPrototypeMap(details, (part) => this.value(part, depth + 1));
      this.indentation -= 2;
      return joinParts(this, parts, '', ['Proxy [', ']'], kArrayExtrasType, depth + 1);
    }
    let layers = 0;
    let target = proxy;
    for (let inner = details; inner !== undefined && inner[0] !== null; layers++) {
      ({ 0: target } = inner);
      inner = getProxyDetails(target);
    }
    const isRevoked = getProxyDetails(target) !== undefined;
    // The result of a custom function, and a circular reference, are used as they are.
    let text = isRevoked ? this.stylize('<Revoked Proxy>', 'special') :
      this.#object(target, proxy, depth, insideTypedArray, (shown) => { layers = 0; return shown; });
    for (; layers > 0; layers--) text = `${this.stylize('Proxy(', 'special')}${text}${this.stylize(')', 'special')}`;
    return text;
  }

  // `context` is the proxy through which the object is seen, or the object itself. `onOther` gets results that are not its
  // description.
  #object(value, context, depth, insideTypedArray, onOther = (shown) => shown) {
    if (this.customInspect) {
      const custom = value[customInspectSymbol];
      if (typeof custom === 'function' && custom !== this.inspect && !isPrototype(value)) {
        const shown = this.#custom(custom, value, context, depth);
        if (shown !== undefined) return onOther(shown);
      }
    }
    if (ArrayPrototypeIncludes(this.seen, value)) return onOther(this.#circularReference(value));
    return describe(this, value, depth, insideTypedArray);
  }

  // undefined if the function returned the object itself, which leaves it to us.
  #custom(custom, value, context, depth) {
    const depthLeft = this.depth === null ? null : this.depth - depth;
    const isForeign = value !== context || !ReflectApply(hasInstance, Object, [context]);
    const options = isForeign ? this.#primitiveOptions() : this.options();
    const result = ReflectApply(custom, context, [depthLeft, options, this.inspect]);
    if (result === context) return undefined;
    if (typeof result !== 'string') return this.value(result, depth);
    return StringPrototypeReplaceAll(result, '\n', `\n${StringPrototypeRepeat(' ', this.indentation)}`);
  }

  // A function of another realm gets no object of this one, through which it could reach this realm.
  #primitiveOptions() {
    const options = this.options();
    ObjectSetPrototypeOf(options, null);
    for (const key in options) {
      if (isObject(options[key]) && options[key] !== null) delete options[key];
    }
    const { stylize } = this;
    options.stylize = ObjectSetPrototypeOf((text, flavour) => {
      try {
        return `${stylize(text, flavour)}`;
      } catch {
        return text;
      }
    }, null);
    return options;
  }

  #circularReference(value) {
    this.circular ??= new SafeMap();
    if (!this.circular.has(value)) this.circular.set(value, this.circular.size + 1);
    return this.stylize(`[Circular *${this.circular.get(value)}]`, 'special');
  }

  // `original` is the object on which a getter is called if the property belongs to one of its prototypes.
  property(object, depth, key, type, descriptor = getOwnPropertyDescriptor(object, key), original = object) {
    let text;
    let gap = ' ';
    if (descriptor.value !== undefined) {
      const indent = this.compact !== true || type !== kObjectType ? 2 : 3;
      this.indentation += indent;
      text = this.value(descriptor.value, depth);
      if (indent === 3 && this.breakLength < getStringWidth(text, this.colors)) {
        gap = `\n${StringPrototypeRepeat(' ', this.indentation)}`;
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
    return RegExpPrototypeExec(keyToQuote, key) === null ? this.stylize(key, 'name') : this.stylize(quote(key), 'string');
  }

  #getter({ get, set }, original, depth) {
    const special = (text) => this.stylize(text, 'special');
    const label = set === undefined ? 'Getter' : 'Getter/Setter';
    const isWanted = this.getters === true || this.getters === (set === undefined ? 'get' : 'set');
    if (!this.getters || !isWanted) return special(`[${label}]`);
    this.indentation += 2;
    let text;
    try {
      const value = ReflectApply(get, original, []);
      if (value === null) text = `${special(`[${label}:`)} ${this.stylize('null', 'null')}${special(']')}`;
      else if (isObject(value)) text = `${special(`[${label}]`)} ${this.value(value, depth)}`;
      else text = `${special(`[${label}:`)} ${formatPrimitive(this.stylize, value, this)}${special(']')}`;
    } catch (error) {
      text = `${special(`[${label}:`)} <Inspection threw (${this.value(error, depth)})>${special(']')}`;
    }
    this.indentation -= 2;
    return text;
  }
}

const isObject = (value) => typeof value === 'object' || typeof value === 'function';

// document.all and similar: an object whose type is "undefined".
const isUndetectable = (value) => typeof value === 'undefined' && value !== undefined;

const isPrototype = (value) => getOwnPropertyDescriptor(value, 'constructor')?.value?.prototype === value;

// ---- one object

function describe(ctx, value, depth, insideTypedArray) {
  let properties = ctx.showHidden && !ctx.isTooDeep(depth) ? [] : undefined;
  const constructor = getConstructorName(value, ctx, depth, properties);
  if (properties?.length === 0) properties = undefined;
  const shape = shapeOf(ctx, value, depth, constructor, properties, insideTypedArray);
  if (shape.text !== undefined) return shape.text;
  if (ctx.isTooDeep(depth)) {
    const name = StringPrototypeSlice(shape.objectPrefix(), 0, -1);
    return ctx.stylize(constructor === null ? name : `[${name}]`, 'special');
  }

  const inner = depth + 1;
  const { indentation } = ctx;
  let output;
  ArrayPrototypePush(ctx.seen, value);
  ctx.currentDepth = inner;
  try {
    output = listParts(ctx, shape, inner);
  } catch (error) {
    if (!isStackOverflowError(error)) throw error;
    ArrayPrototypePop(ctx.seen);
    ctx.indentation = indentation;
    const note = 'Inspection interrupted prematurely. Maximum call stack size exceeded.';
    return ctx.stylize(`[${StringPrototypeSlice(shape.objectPrefix(), 0, -1)}: ${note}]`, 'special');
  }
  markReference(ctx, shape);
  ArrayPrototypePop(ctx.seen);
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
  for (let i = 0, list = shape.extraKeys; i < list.length; i++) ArrayPrototypePush(output, extraProperty(ctx, shape, depth, list[i]));
  for (let j = 0, items = shape.keys; j < items.length; j++) ArrayPrototypePush(output, ctx.property(value, depth, items[j], shape.type));
  if (shape.prototypeProperties !== undefined) pushAll(output, shape.prototypeProperties);
  return output;
}

// [byteLength]: 3; for a view of a detached buffer, the buffer is read instead.
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
    ArrayPrototypeSort(output, comparator);
  } else if (shape.keys.length > 1) {
    pushAll(output, ArrayPrototypeSort(ArrayPrototypeSplice(output, output.length - shape.keys.length), comparator));
  }
}

module.exports = { Inspection };
