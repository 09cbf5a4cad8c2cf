'use strict';

// How util.inspect() shows a buffer: <Buffer 61 62 ... 7 more bytes, prop: 1>

const {
  ArrayFrom, MathMin, NumberPrototypeToString, ObjectDefineProperty, ObjectHasOwn, StringPrototypePadStart,
  StringPrototypeSlice,
} = require('internal/primordials');
const { getOwnNonIndexProperties } = require('internal/util/v8');

const inspection = { maxBytes: 50 };
const HEX = ArrayFrom({ __proto__: null, length: 256 }, (_, byte) => StringPrototypePadStart(NumberPrototypeToString(byte, 16), 2, '0'));

function hexOf(bytes, count) {
  let text = count > 0 ? HEX[bytes[0]] : '';
  for (let i = 1; i < count; i++) text += ` ${HEX[bytes[i]]}`;
  return text;
}

function extraProperties(buffer, showHidden) {
  const keys = getOwnNonIndexProperties(buffer, !showHidden);
  if (keys.length === 0) return undefined;
  const extras = { __proto__: null };
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    extras[key] = buffer[key];
  }
  return extras;
}

function inspectExtras(extras, context) {
  const { inspect } = require('internal/util/inspect');
  const shown = inspect(extras, { ...context, breakLength: Infinity, compact: true });
  return StringPrototypeSlice(shown, '[Object: null prototype] { '.length, -2);
}

function constructorName(buffer) {
  try {
    const { constructor } = buffer;
    if (typeof constructor === 'function' && ObjectHasOwn(constructor, 'name')) return constructor.name;
  } catch {
    // If a getter of the user throws, the default name is used.
  }
  return 'Buffer';
}

function inspectBuffer(recurseTimes, context) {
  const shown = MathMin(inspection.maxBytes, this.length);
  const remaining = this.length - inspection.maxBytes;
  let text = hexOf(this, shown);
  if (remaining > 0) text += ` ... ${remaining} more byte${remaining > 1 ? 's' : ''}`;
  const extras = context && extraProperties(this, context.showHidden);
  if (extras !== undefined && extras !== context) {
    if (this.length !== 0) text += ', ';
    text += inspectExtras(extras, context);
  }
  return `<${constructorName(this)} ${text}>`;
}
ObjectDefineProperty(inspectBuffer, 'name', { __proto__: null, configurable: true, value: 'inspect' });

module.exports = { inspectBuffer, inspection };
