'use strict';

// The reporter `tap`: version 13 of the Test Anything Protocol, with details as YAML.

const {
  ArrayPrototypeFilter, ArrayPrototypeJoin, ArrayPrototypeMap, Boolean, ObjectEntries, RegExpPrototypeExec, SafeSet,
  StringPrototypeRepeat, itemsOf, splitByPattern,
} = require('internal/primordials');
const { isError } = require('internal/util');
const { isDate } = require('util/types');
const { types } = require('internal/test/failures');
const { inspectError } = require('internal/test/reporter_texts');

// Failures whose cause is an error of the user, which is shown instead.
const UNWRAPPED = new SafeSet([types.CODE, types.HOOK, 'uncaughtException', 'unhandledRejection']);
const INSPECT_OPTIONS = { __proto__: null, colors: false, breakLength: Infinity };
const LINE_BREAK = /\n|\r\n/;

const ESCAPES = {
  '\b': '\\\\b', '\f': '\\\\f', '\t': '\\\\t', '\n': '\\\\n', '\r': '\\\\r', '\v': '\\\\v', '\\': '\\\\', '#': '\\#',
};
const escape = (text) => text.replace(/[\b\f\t\n\r\v\\#]/g, (char) => ESCAPES[char]);
const indentOf = (nesting) => StringPrototypeRepeat('    ', nesting);

async function* tap(source) {
  yield 'TAP version 13\n';
  for await (const { type, data } of source) {
    const text = texts[type]?.(data);
    if (text) yield text;
  }
}

const comment = ({ nesting, message }) => `${indentOf(nesting)}# ${escape(message)}\n`;
const output = ({ message }) =>
  ArrayPrototypeJoin(ArrayPrototypeMap(ArrayPrototypeFilter(splitByPattern(LINE_BREAK, message), (line) => line !== ''), (line) => `# ${escape(line)}\n`), '');

const texts = {
  'test:fail'(data) {
    const location = data.file ? `${data.file}:${data.line}:${data.column}` : undefined;
    return result('not ok', data) + details(data, location);
  },
  'test:pass': (data) => result('ok', data) + details(data),
  'test:plan': ({ nesting, count }) => `${indentOf(nesting)}1..${count}\n`,
  'test:start': ({ nesting, name }) => `${indentOf(nesting)}# Subtest: ${escape(name)}\n`,
  'test:diagnostic': comment,
  'test:log': comment,
  'test:coverage': ({ nesting, summary }) =>
    require('internal/test/coverage_table').coverageTable(summary, `${indentOf(nesting)}# `, ''),
  'test:interrupted': ({ tests }) => ArrayPrototypeJoin(ArrayPrototypeMap(tests, ({ name, file, line, column }) =>
    `# ${escape(`Interrupted while running: ${name}${file ? ` at ${file}:${line}:${column}` : ''}`)}\n`), ''),
  'test:stdout': output,
  'test:stderr': output,
};

const labelled = (word, label) =>
  ` # ${word}${typeof label === 'string' && label !== '' ? ` ${escape(label)}` : ''}`;

function result(status, { nesting, testNumber, name, skip, todo, expectFailure }) {
  let line = `${indentOf(nesting)}${status} ${testNumber}`;
  if (name) line += ` ${escape(`- ${name}`)}`;
  if (skip !== undefined) line += labelled('SKIP', skip);
  else if (todo !== undefined) line += labelled('TODO', todo);
  else if (expectFailure !== undefined) line += labelled('EXPECTED FAILURE', expectFailure);
  return `${line}\n`;
}

function details({ nesting, details: { duration_ms: durationMs, type, error } = {} }, location) {
  const indent = indentOf(nesting);
  return `${indent}  ---\n${yaml(indent, 'duration_ms', durationMs)}${yaml(indent, 'type', type)}` +
    `${yaml(indent, 'location', location)}${error === undefined ? '' : yamlMembers(indent, indent, error, new SafeSet())}` +
    `${indent}  ...\n`;
}

// ---- YAML

function yaml(indent, name, value, seen) {
  if (value === undefined) return '';
  const prefix = `${indent}  ${name}:`;
  if (value === null) return `${prefix} ~\n`;
  if (typeof value === 'object') {
    const date = isDate(value) ? ` ${value.toISOString()}` : '';
    return `${prefix}${date}\n${yamlMembers(`${indent}  `, indent, value, seen)}`;
  }
  const lines = typeof value === 'string' ? splitByPattern(LINE_BREAK, value) : [];
  if (lines.length < 2) return `${prefix} ${inspectError(value, INSPECT_OPTIONS)}\n`;
  return `${prefix} |-\n${ArrayPrototypeJoin(ArrayPrototypeMap(lines, (line) => `${indent}    ${line}\n`), '')}`;
}

function yamlMembers(indent, errorIndent, value, seen) {
  seen.add(value);
  const isErrorObject = isError(value);
  let text = '';
  for (const { 0: key, 1: member } of itemsOf(ObjectEntries(value))) {
    if (isErrorObject && (key === 'cause' || key === 'code')) continue;
    text += seen.has(member) ? `${indent}  ${key}: <Circular>\n` : yaml(indent, key, member, seen);
  }
  return isErrorObject ? text + yamlError(errorIndent, value, seen) : text;
}

const isAssertion = (value) => Boolean(value) && typeof value === 'object' && 'expected' in value && 'actual' in value;

function yamlError(indent, error, seen) {
  const unwrap = error.code === 'ERR_TEST_FAILURE' && UNWRAPPED.has(error.failureType);
  const shown = unwrap ? error.cause : error;
  const of = (key) => shown?.[key] ?? error[key];
  const code = of('code');
  const name = of('name');
  let text = yaml(indent, 'error', of('message') ?? '<unknown error>', seen);
  if (code) text += yaml(indent, 'code', code, seen);
  if (name && name !== 'Error') text += yaml(indent, 'name', name, seen);
  const assertion = isAssertion(shown) ? shown : isAssertion(error) ? error : undefined;
  if (assertion !== undefined) {
    // Each has its own set: an object that both refer to is not circular.
    text += yaml(indent, 'expected', assertion.expected, new SafeSet(seen));
    text += yaml(indent, 'actual', assertion.actual, new SafeSet(seen));
    if (of('operator')) text += yaml(indent, 'operator', of('operator'), seen);
  }
  return text + yamlStack(indent, of('stack'));
}

function yamlStack(indent, stack) {
  if (typeof stack !== 'string') return '';
  const frames = ArrayPrototypeMap(ArrayPrototypeFilter(splitByPattern(LINE_BREAK, stack), (line) => RegExpPrototypeExec(/^ {4}at ./, line) !== null), (line) => line.slice(7));
  if (frames.length === 0) return '';
  return `${indent}  stack: |-\n${ArrayPrototypeJoin(ArrayPrototypeMap(frames, (frame) => `${indent}    ${frame}\n`), '')}`;
}

module.exports = tap;
