'use strict';

// The names that inspect() puts before an object: its class, its Symbol.toStringTag, and the kind of a function or class.

const {
  AggregateError, Array, ArrayBuffer, ArrayPrototypeFilter, ArrayPrototypeMap, ArrayPrototypePop, ArrayPrototypePush,
  Boolean, DataView, Date, Error, Function, FunctionPrototype, Map, Number, Object, ObjectCreate,
  ObjectGetOwnPropertyDescriptor: getOwnPropertyDescriptor, ObjectGetOwnPropertyNames, ObjectGetPrototypeOf: getPrototypeOf,
  ObjectHasOwn: hasOwn, Promise, RangeError, ReflectApply, ReflectOwnKeys: ownKeys, RegExp, RegExpPrototypeExec, SafeMap,
  SafeSet, Set, String, StringPrototypeEndsWith, StringPrototypeIncludes, StringPrototypeIndexOf, StringPrototypeLastIndexOf,
  StringPrototypeSlice, StringPrototypeStartsWith, SymbolHasInstance, TypeError, Uint8Array, WeakMap, WeakSet, joinLists,
  replacePattern,
} = require('internal/primordials');
const { isMadeLike } = require('internal/util/v8');
const { isAsyncFunction, isGeneratorFunction } = require('util/types');
const { kObjectType } = require('internal/util/inspect_layout');

const hasInstance = FunctionPrototype[SymbolHasInstance];
const functionToString = FunctionPrototype.toString;

// The globals of the language. Those that the runtime adds are written in JavaScript, or loaded by an accessor. V8 adds
// Float16Array after this file runs; as in Node, globals that V8 adds late are not among them.
const LATE = new SafeSet(['SharedArrayBuffer', 'SuppressedError', 'DisposableStack', 'AsyncDisposableStack']);
const builtInObjects = new SafeSet(joinLists(['Float16Array'], ArrayPrototypeFilter(ObjectGetOwnPropertyNames(globalThis), (name) => {
  const { value } = getOwnPropertyDescriptor(globalThis, name);
  if (RegExpPrototypeExec(/^[A-Z][a-zA-Z0-9]+$/, name) === null || LATE.has(name) || value === undefined) return false;
  return typeof value !== 'function' || StringPrototypeEndsWith(ReflectApply(functionToString, value, []), '{ [native code] }');
})));

// These are recognised even if their `constructor` was changed.
const wellKnown = new SafeMap(ArrayPrototypeMap([
  Array, ArrayBuffer, Function, Map, Set, Object, getPrototypeOf(Uint8Array), RegExp, Date, DataView, Error,
  AggregateError, RangeError, TypeError, Boolean, Number, String, Promise, WeakMap, WeakSet,
], (constructor) => [constructor.prototype, constructor]));

function isInstanceOf(object, constructor) {
  try {
    return object instanceof constructor;
  } catch {
    return false; // Symbol.hasInstance is a user function
  }
}

// V8's constructor name for the object, whatever its prototype is now.
const internalConstructorName = (object) =>
  (isMadeLike(object, dictionary) ? 'Object' : binding('util').getConstructorName(object));
const dictionary = ObjectCreate(null);

// The name of the first constructor in the prototype chain that the object is an instance of; null without a prototype. Adds
// the properties of the user's prototypes to `properties`, if given.
function getConstructorName(object, ctx, depth, properties) {
  let first;
  for (let at = object; at !== null; at = getPrototypeOf(at)) {
    if (first === undefined && at !== object) first = at;
    const known = wellKnown.get(at);
    if (known !== undefined && ReflectApply(hasInstance, known, [object])) {
      if (properties !== undefined && first !== at) {
        addPrototypeProperties(ctx, object, first ?? object, depth, properties);
      }
      return known.name;
    }
    const constructor = getOwnPropertyDescriptor(at, 'constructor')?.value;
    if (typeof constructor === 'function' && constructor.name !== '' && isInstanceOf(object, constructor)) {
      if (properties !== undefined && (first !== at || !builtInObjects.has(constructor.name))) {
        addPrototypeProperties(ctx, object, first ?? object, depth, properties);
      }
      return String(constructor.name);
    }
  }
  if (first === undefined) return null;
  const name = internalConstructorName(object);
  if (ctx.isTooDeep(depth)) return `${name} <Complex prototype>`;
  const inner = getConstructorName(first, ctx, depth + 1, properties);
  if (inner !== null) return `${name} <${inner}>`;
  return `${name} <${ctx.inspect(first, { ...ctx.options(), customInspect: false, depth: -1 })}>`;
}

const mostPrototypes = 3;

// Under showHidden: the data and accessors of the user's prototypes, but no methods.
function addPrototypeProperties(ctx, main, start, depth, properties) {
  const shown = new SafeSet();
  let at = start;
  for (let level = 0; level < mostPrototypes; level++) {
    if (level !== 0 || main === at) {
      at = getPrototypeOf(at);
      if (at === null) return;
      const constructor = getOwnPropertyDescriptor(at, 'constructor')?.value;
      if (typeof constructor === 'function' && builtInObjects.has(constructor.name)) return;
    }
    const keys = ownKeys(at);
    ArrayPrototypePush(ctx.seen, main);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      if (key === 'constructor' || hasOwn(main, key) || shown.has(key)) continue;
      const descriptor = getOwnPropertyDescriptor(at, key);
      if (typeof descriptor.value === 'function') continue;
      const text = ctx.property(at, depth, key, kObjectType, descriptor, main);
      ArrayPrototypePush(properties, ctx.colors ? `\u001b[2m${text}\u001b[22m` : text);
    }
    ArrayPrototypePop(ctx.seen);
    for (let j = 0; j < keys.length; j++) shown.add(keys[j]);
  }
}

// "Foo [tag] ", or the tag alone if it is the name, perhaps with a namespace before it: "Intl.NumberFormat ".
function getPrefix(constructor, tag, fallback, size = '') {
  if (constructor === null) {
    const isOwnTag = tag !== '' && fallback !== tag;
    return `[${fallback}${size}: null prototype] ${isOwnTag ? `[${tag}] ` : ''}`;
  }
  if (tag === '') return `${constructor}${size} `;
  const dot = StringPrototypeLastIndexOf(tag, '.');
  if (constructor === (dot > 0 ? StringPrototypeSlice(tag, dot + 1) : tag)) return `${tag}${size} `;
  return `${constructor}${size} [${tag}] `;
}

function getObjectPrefix(value, constructor, tag) {
  if (constructor !== null) return getPrefix(constructor, tag, '');
  const fallback = internalConstructorName(value);
  return getPrefix(null, tag, fallback === tag ? 'Object' : fallback);
}

// ---- functions

const comments = /\/\/.*?\n|\/\*[^]*?\*\//g;

function isClassSource(source) {
  if (!StringPrototypeStartsWith(source, 'class') || !StringPrototypeEndsWith(source, '}')) return false;
  const rest = StringPrototypeSlice(source, 5, -1);
  const bracket = StringPrototypeIndexOf(rest, '{');
  if (bracket === -1) return false;
  // A parenthesis before the body may be in a comment or an `extends` clause, or this is no class but a function whose name
  // starts with "class".
  return !StringPrototypeIncludes(StringPrototypeSlice(rest, 0, bracket), '(') || RegExpPrototypeExec(/^\s+[^(]*?\s*\{/, replacePattern(comments, rest, '')) !== null;
}

function describeClass(value, constructor, tag) {
  const name = (hasOwn(value, 'name') && value.name) || '(anonymous)';
  let text = `class ${name}`;
  if (constructor !== 'Function' && constructor !== null) text += ` [${constructor}]`;
  if (tag !== '' && constructor !== tag) text += ` [${tag}]`;
  if (constructor === null) {
    text += ' extends [null prototype]';
  } else {
    const superName = getPrototypeOf(value).name;
    if (superName) text += ` extends ${superName}`;
  }
  return `[${text}]`;
}

function describeFunction(ctx, value, constructor, tag) {
  if (isClassSource(ReflectApply(functionToString, value, []))) return describeClass(value, constructor, tag);
  const type = `${isAsyncFunction(value) ? 'Async' : ''}${isGeneratorFunction(value) ? 'Generator' : ''}Function`;
  const { name } = value;
  let text = `[${type}${constructor === null ? ' (null prototype)' : ''}`;
  if (name === '') text += ' (anonymous)';
  else text += `: ${typeof name === 'string' ? name : ctx.value(name, NaN)}`;
  text += ']';
  if (constructor !== type && constructor !== null) text += ` ${constructor}`;
  if (tag !== '' && constructor !== tag) text += ` [${tag}]`;
  return text;
}

module.exports = { builtInObjects, describeFunction, getConstructorName, getObjectPrefix, getPrefix };
