'use strict';
// util.inspect() and util.format() of random graphs of objects, with random options.

// Left out: a property Symbol.iterator of a Map or Set, which makes Node throw.
const { format, inspect, formatWithOptions, stripVTControlCharacters } = require('node:util');

const STRINGS = ['', 'a', "it's", '"quoted"', '`', "'\"`", 'line\nbreak', '\x1b[31mred', '\ud800', '漢字', 'é', 'x'.repeat(90), 'word '.repeat(30), '\0', '%s', '__proto__', 'a b', '1', '-0', '\\'];
const KEYS = ['a', 'b', 'key', 'a-b', '1', '01', 'constructor', 'length', 'toString', '__proto__', 'é', '', 'a b', 'name', 'message', Symbol('s'), Symbol.asyncIterator, Symbol(''), Symbol.for('x y')];

class Plain {}
class Sub extends Plain {}
class SubMap extends Map {}
class SubArray extends Array {}
class SubError extends TypeError { get name() { return 'Named'; } }
class Custom { constructor(value) { this.value = value; } [inspect.custom](depth, options) { return `<${depth} ${options.compact} ${typeof this.value}>`; } }
class CustomObject { [inspect.custom]() { return { shown: 1 }; } }
class Tagged { get [Symbol.toStringTag]() { return 'Tag'; } }

function makeValue(random, depth, seen) {
  const more = () => (depth <= 0 ? random.int(9) : makeValue(random, depth - 1, seen));
  const keep = (object) => {
    seen.push(object);
    return object;
  };
  const fill = (object) => {
    for (let i = random.int(4); i > 0; i--) {
      const key = random.pick(KEYS);
      if (key === 'length' && ArrayBuffer.isView(object)) continue; // Node believes it
      if (key === 'name' && typeof object === 'function') continue; // a name that is an object is shown with options of its own
      const kind = random.int(14);
      const attributes = kind === 0 ? { get() { return 1; } } : kind === 1 ? { set(_) {} } : kind === 2 ? { get() { throw withoutStack(new Error('no')); }, set(_) {} } : { value: more(), writable: true };
      try {
        Object.defineProperty(object, key, { ...attributes, enumerable: !random.once(10), configurable: true });
      } catch {
        // not extensible, or a length
      }
    }
    return object;
  };
  const makers = [
    () => random.pick(STRINGS), () => random.pick(STRINGS), () => random.pick([0, -0, 1, -1.5, NaN, Infinity, 1e21, 123456.789, 1234567, 0.0001]), () => random.pick([true, false, null, undefined]),
    () => random.pick([0n, -12345678901234567890n]), () => random.pick([Symbol('a'), Symbol(), Symbol.for("it's"), Symbol.iterator]),
    () => fill(keep({})), () => fill(keep({})), () => fill(keep({})),
    () => fill(keep(Array.from({ length: random.size(random.once(8) ? 130 : 8) }, more))), () => {
      const holes = keep(new Array(random.int(8)));
      if (holes.length > 2) holes[1] = more();
      return fill(holes);
    },
    () => fill(keep(new Map(Array.from({ length: random.int(4) }, () => [more(), more()])))), () => fill(keep(new Set(Array.from({ length: random.int(4) }, more)))),
    () => new Map([[1, more()]]).entries(), () => new Set([more(), 2]).values(), () => [more(), 1][Symbol.iterator](),
    () => fill(keep(new Plain())), () => fill(keep(new Sub())), () => fill(new SubMap([[more(), 1]])), () => fill(SubArray.from([1, more()])), () => fill(Object.create(null)), () => fill(Object.create({ constructor: random.pick([undefined, 5, Plain]) })),
    () => fill(Object.create(keep(new Plain()))), () => new Custom(more()), () => new CustomObject(), () => fill(new Tagged()), () => fill({ [Symbol.toStringTag]: random.pick(STRINGS) }),
    () => fill(Uint8Array.from({ length: random.int(5) }, (_, i) => i)), () => new Float64Array([1.5, -0]), () => new BigInt64Array(2), () => Buffer.from(random.bytes(random.int(60)).buffer), () => new ArrayBuffer(random.int(5)), () => new DataView(new ArrayBuffer(2)),
    () => fill(new Date(random.pick([0, 1e12, NaN]))), () => fill(/a\/b/giu), () => fill(new (class Re extends RegExp {})('x')), () => fill(Object(random.pick(['str', 1, -0, true, 5n, Symbol('b')]))),
    () => fill(function named() {}), () => fill((a) => a), () => fill(class A {}), () => fill(class B extends Plain {}), () => Sub, () => fill(async function() {}), () => function* gen() {}, () => Math.max, () => Object.setPrototypeOf(function f() {}, null),
    () => new Proxy(fill({}), {}), () => new Proxy(function f() {}, {}), () => Promise.resolve(more()), () => new Promise(() => {}), () => new WeakMap(), () => new WeakSet(), () => new WeakRef({}), () => new Function('return arguments')(more(), 2),
    () => fill(withoutStack(new Error(random.pick(STRINGS)))), () => withoutStack(new SubError('m', { cause: more() })), () => withoutStack(new AggregateError([new Plain(), 1], 'all')), () => Object.create(Math), () => Object.create(Promise.prototype),
    () => new URL('http://a/b?c#d'), () => new URLSearchParams('a=1&b=2'), () => new Intl.Locale('de'), () => (seen.length > 0 ? random.pick(seen) : {}), () => (seen.length > 0 ? random.pick(seen) : []),
  ];
  return random.pick(makers)();
}

// Where an error was made is the runtime's own.
function withoutStack(error) {
  error.stack = `${error.name}: ${error.message}\n    at somewhere (/a/file.js:1:2)`;
  return error;
}

function makeOptions(random) {
  const options = {};
  const add = (name, values) => { if (random.once(4)) options[name] = random.pick(values); };
  add('depth', [0, 1, 2, 5, null, Infinity]);
  add('colors', [true, false]);
  add('showHidden', [true, false]);
  add('compact', [true, false, 0, 1, 3, 10]);
  add('breakLength', [0, 20, 60, 128, Infinity]);
  add('sorted', [true, false, (a, b) => (a < b ? 1 : -1)]);
  add('getters', [true, false, 'get', 'set']);
  add('maxArrayLength', [0, 1, 5, null, Infinity]);
  add('maxStringLength', [0, 3, 50, null, Infinity]);
  add('customInspect', [true, false]);
  add('showProxy', [true, false]);
  add('numericSeparator', [true, false]);
  return options;
}

exports.cases = 6000;

exports.run = (random) => {
  const values = Array.from({ length: random.between(1, 2) }, () => makeValue(random, random.between(0, 4), []));
  const link = values.find((value) => typeof value === 'object' && value !== null && Object.isExtensible(value) && !ArrayBuffer.isView(value));
  if (link !== undefined && random.once(4)) {
    try {
      link.self = random.pick(values);
    } catch {
      // a setter, or no property can be added
    }
  }
  const options = makeOptions(random);
  switch (random.int(4)) {
    case 0: {
      const pattern = random.text(random.size(6), ['%s', '%d', '%i', '%f', '%j', '%o', '%O', '%c', '%%', '%', '%x', ' ', 'text', '%1', '\n']);
      return JSON.stringify(format(random.once(5) ? random.pick(STRINGS) : pattern, ...values));
    }
    case 1: return JSON.stringify(formatWithOptions(options, '%s %o %O', ...values));
    case 2: return JSON.stringify(stripVTControlCharacters(inspect(values[0], options)));
    default: return JSON.stringify(inspect(values.length > 1 ? values : values[0], options));
  }
};
