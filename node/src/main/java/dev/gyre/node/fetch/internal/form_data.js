'use strict';

// FormData: a list of names with strings or files. Messages are those of the package undici, which implements Node's fetch.

const {
  ArrayPrototypeFilter, ArrayPrototypeFind, ArrayPrototypeFindIndex, ArrayPrototypeFlat, ArrayPrototypeMap,
  ArrayPrototypePush, ArrayPrototypeSome, ObjectDefineProperties, ObjectGetOwnPropertyNames, ReflectApply,
  StringPrototypeReplace, SymbolIterator, SymbolToStringTag, itemsOf, removeAt,
} = require('internal/primordials');
const { File } = require('internal/buffer/file');
const { isBlob } = require('internal/buffer/blob');
const { illegalInvocation, iteratorOf, need, typeError, usvString } = require('internal/fetch/idl');
const { kUncloneable } = require('internal/structured_clone');
const { customInspectSymbol, kEnumerableProperty } = require('internal/util');

const isFile = (value) => value instanceof File;

// "Create an entry": everything but a File becomes a string, or a File of that name.
function entryValue(args, method) {
  const { 1: value, 2: filename } = args;
  if (isBlob(value)) {
    if (isFile(value) && filename === undefined) return value;
    const { lastModified, type } = value;
    return new File([value], filename === undefined ? 'blob' : usvString(filename), { lastModified, type });
  }
  if (args.length > 2) {
    const { inspect } = require('internal/util/inspect');
    const shown = typeof value === 'string' ? `"${value}"` : inspect(value);
    throw typeError(`FormData.${method}: Expected value ("${shown}") to be an instance of Blob.`);
  }
  return usvString(value);
}

const FormDataIterator = iteratorOf('FormData');

class FormData {
  #entries = []; // of { name, value }

  constructor(form = undefined) {
    if (form !== undefined) {
      throw typeError('FormData constructor: Argument 1 could not be converted to: undefined.');
    }
  }

  static #of(value) {
    if (typeof value !== 'object' || value === null || !(#entries in value)) {
      throw illegalInvocation();
    }
    return value.#entries;
  }

  append(name, value, filename = undefined) {
    const entries = FormData.#of(this);
    need(2, arguments, 'FormData.append');
    ArrayPrototypePush(entries, { name: usvString(name), value: entryValue(arguments, 'append') });
  }

  delete(name) {
    const entries = FormData.#of(this);
    need(1, arguments, 'FormData.delete');
    const wanted = usvString(name);
    for (let i = entries.length - 1; i >= 0; i--) if (entries[i].name === wanted) removeAt(entries, i);
  }

  get(name) {
    const entries = FormData.#of(this);
    need(1, arguments, 'FormData.get');
    const wanted = usvString(name);
    return ArrayPrototypeFind(entries, (entry) => entry.name === wanted)?.value ?? null;
  }

  getAll(name) {
    const entries = FormData.#of(this);
    need(1, arguments, 'FormData.getAll');
    const wanted = usvString(name);
    return ArrayPrototypeMap(ArrayPrototypeFilter(entries, (entry) => entry.name === wanted), ({ value }) => value);
  }

  has(name) {
    const entries = FormData.#of(this);
    need(1, arguments, 'FormData.has');
    const wanted = usvString(name);
    return ArrayPrototypeSome(entries, (entry) => entry.name === wanted);
  }

  // Replaces the first entry of that name, or appends one.
  set(name, value, filename = undefined) {
    const entries = FormData.#of(this);
    need(2, arguments, 'FormData.set');
    const entry = { name: usvString(name), value: entryValue(arguments, 'set') };
    const at = ArrayPrototypeFindIndex(entries, (each) => each.name === entry.name);
    if (at === -1) {
      ArrayPrototypePush(entries, entry);
      return;
    }
    entries[at] = entry;
    for (let i = entries.length - 1; i > at; i--) if (entries[i].name === entry.name) removeAt(entries, i);
  }

  static #iterator(form, pick) {
    const entries = FormData.#of(form);
    return new FormDataIterator(() => entries, pick);
  }

  keys() { return FormData.#iterator(this, ({ name }) => name); }

  values() { return FormData.#iterator(this, ({ value }) => value); }

  entries() { return FormData.#iterator(this, ({ name, value }) => [name, value]); }

  forEach(callback, receiver = undefined) {
    const entries = FormData.#of(this);
    need(1, arguments, 'FormData.forEach');
    if (typeof callback !== 'function') {
      throw typeError("Failed to execute 'forEach' on 'FormData': parameter 1 is not of type 'Function'.");
    }
    for (let i = 0; i < entries.length; i++) {
      ReflectApply(callback, receiver, [entries[i].value, entries[i].name, this]);
    }
  }

  // Each name once, with a list if it has more than one value.
  [customInspectSymbol](depth, options) {
    const shown = { __proto__: null };
    for (const { name, value } of itemsOf(FormData.#of(this))) shown[name] = name in shown ? ArrayPrototypeFlat([shown[name], value]) : value;
    const { inspect } = require('internal/util/inspect');
    const text = inspect(shown, { ...options, depth: options.depth ?? depth });
    return StringPrototypeReplace(text, '[Object: null prototype]', 'FormData'); // the name also counts for the length of a line
  }
}

const members = {
  [SymbolIterator]: {
    __proto__: null, configurable: true, enumerable: false, value: FormData.prototype.entries, writable: true,
  },
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'FormData' },
  [kUncloneable]: { __proto__: null, value: true },
};
for (let j = 0, items = ObjectGetOwnPropertyNames(FormData.prototype); j < items.length; j++) {
  const name = items[j];
  if (name !== 'constructor') members[name] = kEnumerableProperty;
}
ObjectDefineProperties(FormData.prototype, members);

module.exports = { FormData };
