'use strict';

// Values of the debugged program, as the protocol describes them, shown as util.inspect would show them here.

const {
  ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush, Date, RegExpPrototypeExec, SafeMap, StringPrototypeSlice,
  StringPrototypeToUpperCase, replacePattern,
} = require('internal/primordials');
const { inspect } = require('internal/util/inspect');

const LINE_WIDTH = 60;

// The name in a function's source, where it begins as Node expects it.
function functionName(source) {
  const found = RegExpPrototypeExec(/^(?:function\*? )?([^(\s]+)\(/, source);
  return found === null ? '' : `: ${found[1]}`;
}

// A property in a preview: all values are strings.
function previewOfProperty({ type, subtype, value }, options) {
  switch (type) {
    case 'string':
    case 'undefined': return inspect(value, options);
    case 'number':
    case 'boolean': return options.stylize(value, type);
    case 'object':
    case 'symbol':
      if (subtype === 'date') return inspect(new Date(value), options);
      return options.stylize(value, subtype === 'array' ? 'special' : subtype || 'special');
    default: return value;
  }
}

function previewOfEntries({ description, entries, overflow, subtype }, options) {
  if (!entries) return `${description} ${overflow ? '{ ... }' : '{}'}`;
  const texts = ArrayPrototypeMap(entries, ({ key, value }) => (subtype === 'map' ?
    `${previewOf(key, options)} => ${previewOf(value, options)}` :
    previewOf(value, options)));
  return `${description} { ${ArrayPrototypeJoin(texts, ', ')} }`;
}

function previewOfProperties({ properties, overflow, subtype }, options) {
  const isArray = subtype === 'array';
  if (properties.length === 0) return isArray ? '[]' : '{}';
  const texts = ArrayPrototypeMap(properties, (property, i) => {
    const value = previewOfProperty(property, options);
    return property.name === `${i}` ? value : `${property.name}: ${value}`;
  });
  if (overflow) ArrayPrototypePush(texts, '...');
  const line = ArrayPrototypeJoin(texts, ', ');
  const text = line.length > LINE_WIDTH ? ArrayPrototypeJoin(texts, ',\n  ') : line;
  return isArray ? `[ ${text} ]` : `{ ${text} }`;
}

function previewOf(preview, options) {
  const { type, subtype, description } = preview;
  if (type !== 'object') return description;
  switch (subtype) {
    case 'date': return inspect(new Date(description), options);
    case 'null': return inspect(null, options);
    case 'regexp': return options.stylize(description, 'regexp');
    case 'set':
    case 'map': return previewOfEntries(preview, options);
    case 'array':
    case undefined: return previewOfProperties(preview, options);
    default: return description;
  }
}

class RemoteValue {
  #remote;

  constructor(remote) { this.#remote = remote; }

  [inspect.custom](depth, options) {
    const { type, subtype, className, description, preview, unserializableValue, value } = this.#remote;
    switch (type) {
      case 'boolean':
      case 'string':
      case 'undefined': return inspect(value, options);
      case 'number': return inspect(unserializableValue ? +unserializableValue : +value, options);
      case 'symbol': return options.stylize(description, 'special');
      case 'function': return options.stylize(`[${className}${functionName(description)}]`, 'special');
      case 'object': break;
      default: return description;
    }
    if (subtype === 'date') return inspect(new Date(description), options);
    if (subtype === 'null') return inspect(null, options);
    if (subtype === 'regexp') return options.stylize(description, 'regexp');
    if (subtype === 'map' || subtype === 'set') return `${description} ${previewOf(preview, options)}`;
    return preview ? previewOf(preview, options) : description;
  }
}

// The variables of one scope of a frame.
class Scope {
  #type;
  #name;
  #values = new SafeMap();
  names;

  constructor({ type, name }, properties) {
    this.#type = type;
    this.#name = name;
    this.names = ArrayPrototypeMap(properties, (property) => {
      this.#values.set(property.name, new RemoteValue(property.value ?? { type: 'undefined' }));
      return property.name;
    });
  }

  [inspect.custom](depth, options) {
    const title = `${StringPrototypeToUpperCase(this.#type[0])}${StringPrototypeSlice(this.#type, 1)}`;
    const name = this.#name ? `<${this.#name}>` : '';
    return replacePattern(/^Map /, inspect(this.#values, options), `${title}${name} `);
  }
}

module.exports = { RemoteValue, Scope };
