'use strict';

// An error on its way from a worker: structured clone keeps message, stack and cause, but of the name only those of
// JavaScript's own classes, and no further properties. They are sent beside it.

const { ObjectKeys, ReflectHas, SafeSet, Error } = require('internal/primordials');
const { setOwnProperty } = require('internal/util');
const { isNativeError } = require('util/types');

// What the clone has already.
const CLONED = new SafeSet(['stack', 'message', 'cause', 'name']);
const isPlain = (value) => value === null || (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol');

function nameOf(error) {
  try {
    return typeof error.name === 'string' ? error.name : undefined;
  } catch {
    return undefined; // a getter of the program's
  }
}

// { error, name, more }: `more` has the own enumerable properties that are plain values.
function toMessage(error) {
  if (!isNativeError(error)) return { error, name: undefined, more: undefined };
  let more;
  for (let i = 0, keys = ObjectKeys(error); i < keys.length; i++) {
    const key = keys[i];
    if (CLONED.has(key)) continue;
    try {
      const value = error[key];
      if (isPlain(value)) setOwnProperty(more ??= {}, key, value);
    } catch {
      // A getter of the program's; the property stays away.
    }
  }
  return { error, name: nameOf(error), more };
}

// For a value that can't be cloned.
function toMessageByText(error) {
  const { inspect } = require('internal/util/inspect');
  const text = isNativeError(error) ? `${error.stack ?? error.message}` : inspect(error);
  return { error: new Error(text), name: nameOf(error), more: undefined };
}

function fromMessage({ error, name, more }) {
  if (!isNativeError(error)) return error;
  if (name !== undefined && error.name !== name) {
    setOwnProperty(error, 'name', name);
  }
  if (more !== undefined) {
    for (let i = 0, keys = ObjectKeys(more); i < keys.length; i++) {
      if (!ReflectHas(error, keys[i])) setOwnProperty(error, keys[i], more[keys[i]]);
    }
  }
  return error;
}

module.exports = { fromMessage, toMessage, toMessageByText };
