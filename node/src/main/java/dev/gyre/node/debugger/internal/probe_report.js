'use strict';

// What a session with probes prints: JSON, or lines of text.

const {
  ArrayIsArray, ArrayPrototypeIncludes, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush, JSONStringify,
  ObjectEntries, SafeSet, StringPrototypeEndsWith, StringPrototypeStartsWith, copyList, itemsOf, splitByPattern,
} = require('internal/primordials');
const { placeName } = require('internal/debugger/probe_options');

const VERSION = 2;
const LINE_END = /\r\n|\r|\n/g;

// Lines that the inspector itself writes to a program's standard error.
const INSPECTOR_LINES = [
  'Waiting for the debugger to disconnect...',
  'Debugger attached.',
  'For help, see: https://nodejs.org/learn/getting-started/debugging',
];

function withoutInspectorLines(text) {
  const kept = [];
  for (let i = 0, lines = splitByPattern(LINE_END, text); i < lines.length; i++) {
    const line = lines[i];
    if ((line === '' && i === lines.length - 1) || ArrayPrototypeIncludes(INSPECTOR_LINES, line) ||
      StringPrototypeStartsWith(line, 'Debugger listening on ws://') ||
      StringPrototypeStartsWith(line, 'Debugger ending on ws://')) continue;
    ArrayPrototypePush(kept, line);
  }
  return ArrayPrototypeJoin(kept, '\n');
}

// A copy without the properties of these names, at any depth.
function without(value, names) {
  if (value === null || typeof value !== 'object') return value;
  if (ArrayIsArray(value)) return ArrayPrototypeMap(value, (item) => without(item, names));
  const copy = { __proto__: null };
  for (let i = 0, entries = ObjectEntries(value); i < entries.length; i++) {
    const { 0: name, 1: item } = entries[i];
    if (!ArrayPrototypeIncludes(names, name)) copy[name] = without(item, names);
  }
  return copy;
}

// What is in a report of a remote value.
const reported = (remote) => without(remote, ['objectId', 'className']);

function placesOf(probes, indices) {
  const names = new SafeSet();
  for (let i = 0; i < indices.length; i++) names.add(placeName(probes[indices[i]].target));
  return ArrayPrototypeJoin(copyList(names.values()), ', ');
}

function makeReport(probes, results, last) {
  return {
    v: VERSION,
    probes: ArrayPrototypeMap(probes, ({ expr, target, condition, maxHit }) => ({
      expr, target, condition, maxHit: maxHit === Infinity ? undefined : maxHit,
    })),
    results: [...itemsOf(results), last],
  };
}

const propertyText = ({ type, value }) => (type === 'string' ? JSONStringify(value ?? '') : value ?? type);

function previewText({ properties, overflow, subtype }) {
  const isArray = subtype === 'array';
  const texts = ArrayPrototypeMap(properties, (property) =>
    (isArray ? propertyText(property) : `${property.name}: ${propertyText(property)}`));
  const text = `${ArrayPrototypeJoin(texts, ', ')}${overflow ? ', ...' : ''}`;
  return isArray ? `[${text}]` : `{${text}}`;
}

function valueText(remote) {
  if (remote === undefined) return 'undefined';
  const { type, subtype, value, description, unserializableValue, preview } = remote;
  switch (type) {
    case 'undefined': return 'undefined';
    case 'string': return JSONStringify(value);
    case 'number': return unserializableValue ?? `${value}`;
    case 'boolean': return `${value}`;
    case 'symbol': return description || 'Symbol()';
    case 'bigint': return unserializableValue ?? description ?? '0n';
    case 'function': return description || 'function()';
    case 'object':
      if (subtype === 'null') return 'null';
      if (subtype === 'error') return description || 'Error';
      return preview === undefined ? description || 'Object' : previewText(preview);
    default: return `${value ?? description ?? ''}`;
  }
}

function hitLines(probes, { probe, hit, location, error, result }) {
  const { expr, target } = probes[probe];
  const place = location.url === undefined ? placeName(target) : `${location.url}:${location.line}:${location.column}`;
  const value = error === undefined ? `${expr} = ${valueText(result)}` : `[error] ${expr} = ${error.message}`;
  return [`Hit ${hit} at ${place}`, `  ${value}`];
}

function errorLines({ message, stderr }) {
  const lines = [message];
  if (stderr === undefined) return lines;
  ArrayPrototypePush(lines, '  [stderr]');
  for (let i = 0, all = splitByPattern(LINE_END, stderr); i < all.length; i++) {
    if (all[i] !== '' || i < all.length - 1) ArrayPrototypePush(lines, `  ${all[i]}`);
  }
  return lines;
}

function linesOf(probes, result) {
  switch (result.event) {
    case 'hit': return hitLines(probes, result);
    case 'completed': return ['Completed'];
    case 'miss': return [`Missed probes: ${placesOf(probes, result.pending)}`];
    case 'timeout': return [result.error.message];
    default: return errorLines(result.error);
  }
}

function textOf({ probes, results }) {
  const lines = [];
  for (let i = 0; i < results.length; i++) ArrayPrototypePush(lines, ...itemsOf(linesOf(probes, results[i])));
  return withLineEnd(ArrayPrototypeJoin(lines, '\n'));
}

const withLineEnd = (text) => (StringPrototypeEndsWith(text, '\n') ? text : `${text}\n`);

const jsonOf = (report, hasPreviews) => `${JSONStringify(hasPreviews ? report : without(report, ['preview']))}\n`;

module.exports = { jsonOf, makeReport, placesOf, reported, textOf, withLineEnd, withoutInspectorLines };
