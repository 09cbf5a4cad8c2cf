'use strict';

// AssertionError and its generated messages: a diff for the strict comparisons, both values side by side for the others.

const {
  ArrayPrototypeJoin, ArrayPrototypeSlice, ArrayPrototypeSplice, Error, ErrorCaptureStackTrace, ObjectAssign,
  ObjectCreate, ObjectDefineProperty, ObjectGetPrototypeOf, ObjectHasOwn, SafeSet, String, StringPrototypeRepeat,
  StringPrototypeSlice, StringPrototypeSplit,
} = require('internal/primordials');
const { inspect } = require('internal/util/inspect');
const { isError } = require('internal/util');
const { validateObject } = require('internal/validators');
const { isErrorStackTraceLimitWritable } = require('internal/errors');
const colors = require('internal/util/colors');
const { myersDiff, printLines, printCharacters } = require('internal/assert/myers_diff');

const headings = {
  __proto__: null,
  deepStrictEqual: 'Expected values to be strictly deep-equal:',
  partialDeepStrictEqual: 'Expected values to be partially and strictly deep-equal:',
  strictEqual: 'Expected values to be strictly equal:',
  strictEqualObject: 'Expected "actual" to be reference-equal to "expected":',
  deepEqual: 'Expected values to be loosely deep-equal:',
  notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
  notStrictEqual: 'Expected "actual" to be strictly unequal to:',
  notStrictEqualObject: 'Expected "actual" not to be reference-equal to "expected":',
  notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:',
  notIdentical: 'Values have same structure but are not reference-equal:',
  notDeepEqualUnequal: 'Expected values not to be loosely deep-equal:',
};

const diffed = new SafeSet(['deepStrictEqual', 'strictEqual', 'partialDeepStrictEqual']);

const MAX_SHORT = 12;
const MAX_VALUE = 512;
const MAX_LINES = 50;

const isObject = (value) => typeof value === 'object' && value !== null;
const isReference = (value) => isObject(value) || typeof value === 'function';

// All options are given, because users may change the defaults.
function inspectValue(value) {
  return inspect(value, {
    compact: false, customInspect: false, depth: 1000, maxArrayLength: Infinity, showHidden: false,
    showProxy: false, sorted: true, getters: true,
  });
}

// ---- a diff

// Two errors always differ in their stacks: copies without stacks are shown.
function withoutStack(error) {
  const copy = ObjectAssign(ObjectCreate(ObjectGetPrototypeOf(error)), error);
  ObjectDefineProperty(copy, 'message', { __proto__: null, value: error.message });
  if (ObjectHasOwn(error, 'cause')) {
    const { cause } = error;
    ObjectDefineProperty(copy, 'cause', { __proto__: null, value: isError(cause) ? withoutStack(cause) : cause });
  }
  return copy;
}

function diffHeading(actual, expected, operator) {
  const references = (isObject(actual) && isObject(expected)) ||
    (typeof actual === 'function' && typeof expected === 'function');
  return headings[operator === 'strictEqual' && references ? 'strictEqualObject' : operator];
}

const legend = (actual, expected) => `${colors.green}${actual}${colors.white} ${colors.red}${expected}${colors.white}`;

// Short: "1 !== 2". Otherwise one below the other, with a mark where two texts differ.
function oneLineDiff(actual, expected, shownActual, shownExpected) {
  const quotes = (typeof actual === 'string' ? 2 : 0) + (typeof expected === 'string' ? 2 : 0);
  const bothZero = actual === 0 && expected === 0;
  if (shownActual.length + shownExpected.length - quotes <= MAX_SHORT && !bothZero) {
    return { legend: '', body: `${shownActual} !== ${shownExpected}` };
  }
  if (quotes === 4 && colors.hasColors) {
    const edits = myersDiff(StringPrototypeSplit(shownActual, ''), StringPrototypeSplit(shownExpected, ''));
    return { legend: legend('actual', 'expected'), body: printCharacters(edits) };
  }
  const body = `\n${colors.green}+${colors.white} ${shownActual}\n${colors.red}- ${colors.white}${shownExpected}`;
  return { legend: legend('+ actual', '- expected'), body: body + mark(shownActual, shownExpected) };
}

function mark(actual, expected) {
  const width = process.stderr.isTTY ? process.stderr.columns : 80;
  if (actual.length + expected.length > width) return '';
  let at = 0;
  while (at < actual.length && actual[at] === expected[at]) at++;
  // A difference in the first two characters (after the quote) needs no mark.
  return at === actual.length || at < 3 ? '' : `\n${StringPrototypeRepeat(' ', at + 2)}^`;
}

function linesDiff(actual, operator, linesActual, linesExpected) {
  const { message, skipped } = printLines(myersDiff(linesActual, linesExpected, isObject(actual)), operator);
  const partial = operator === 'partialDeepStrictEqual';
  return {
    legend: partial ?
      `${colors.gray}${colors.hasColors ? '' : '+ '}actual${colors.white} ${colors.red}- expected${colors.white}` :
      legend('+ actual', '- expected'),
    body: message,
    skipped,
  };
}

function sameLooks(lines, diff) {
  if (lines.length <= MAX_LINES || diff === 'full') return { legend: '', body: ArrayPrototypeJoin(lines, '\n') };
  return { legend: '', body: `${ArrayPrototypeJoin(ArrayPrototypeSlice(lines, 0, MAX_LINES), '\n')}\n...}`, skipped: true };
}

function diffText({ actual, expected, operator, message, diff }) {
  const shownActual = inspectValue(actual), shownExpected = inspectValue(expected);
  const linesActual = StringPrototypeSplit(shownActual, '\n'), linesExpected = StringPrototypeSplit(shownExpected, '\n');
  let heading = message || diffHeading(actual, expected, operator);
  let result;
  if (linesActual.length === 1 && linesExpected.length === 1 && !(isObject(actual) && isObject(expected))) {
    result = oneLineDiff(actual, expected, shownActual, shownExpected);
  } else if (shownActual === shownExpected) {
    heading = message || headings.notIdentical;
    result = sameLooks(linesActual, diff);
  } else {
    result = linesDiff(actual, operator, linesActual, linesExpected);
  }
  return `${heading}\n${result.legend}${result.skipped ? '\n... Skipped lines' : ''}\n${result.body}\n`;
}

// ---- other texts

function unequalText({ actual, operator, diff }) {
  const heading = headings[operator === 'notStrictEqual' && isReference(actual) ? 'notStrictEqualObject' : operator];
  const lines = StringPrototypeSplit(inspectValue(actual), '\n');
  if (lines.length > MAX_LINES && diff !== 'full') ArrayPrototypeSplice(lines, 46, lines.length, `${colors.blue}...${colors.white}`);
  if (lines.length === 1) return `${heading}${lines[0].length > 5 ? '\n\n' : ' '}${lines[0]}`;
  return `${heading}\n\n${ArrayPrototypeJoin(lines, '\n')}\n`;
}

function sideBySide({ actual, expected, operator, diff }) {
  const cut = (text, limit) => (text.length > limit && diff !== 'full' ? `${StringPrototypeSlice(text, 0, limit - 3)}...` : text);
  const shownActual = inspectValue(actual), shownExpected = inspectValue(expected);
  if (operator === 'notDeepEqual' && shownActual === shownExpected) {
    return cut(`${headings.notDeepEqual}\n\n${shownActual}`, 2 * MAX_VALUE);
  }
  const left = cut(shownActual, MAX_VALUE), right = cut(shownExpected, MAX_VALUE);
  if (operator === 'deepEqual') return `${headings.deepEqual}\n\n${left}\n\nshould loosely deep-equal\n\n${right}`;
  if (operator === 'notDeepEqual') {
    return `${headings.notDeepEqualUnequal}\n\n${left}\n\nshould not loosely deep-equal\n\n${right}`;
  }
  return `${left} ${operator} ${right}`;
}

function textOf(options) {
  const { message, operator } = options;
  if (diffed.has(operator)) return diffText(options);
  if (message !== undefined && message !== null) return String(message);
  if (operator === 'notDeepStrictEqual' || operator === 'notStrictEqual') return unequalText(options);
  return sideBySide(options);
}

// ---- the class

const isErrorWithStack = (value) => isObject(value) && 'stack' in value && value instanceof Error;

// For inspect: the message shows both values already, so a long text is cut after ten lines; as in Node, a single long line
// is not cut.
function shortened(value) {
  if (typeof value !== 'string') return value;
  const lines = StringPrototypeSplit(value, '\n', 11);
  if (lines.length > 10) return `${ArrayPrototypeJoin(ArrayPrototypeSlice(lines, 0, 10), '\n')}\n...`;
  return value.length > MAX_VALUE ? `${StringPrototypeSlice(value, MAX_VALUE)}...` : value;
}

class AssertionError extends Error {
  constructor(options) {
    validateObject(options, 'options');
    const { message, operator, stackStartFn, details, stackStartFunction, diff = 'simple' } = options;
    let { actual, expected } = options;
    if ((message === undefined || message === null) && isErrorWithStack(actual) && isErrorWithStack(expected)) {
      actual = withoutStack(actual);
      expected = withoutStack(expected);
    }
    colors.refresh();
    const text = textOf({ actual, expected, operator, message, diff });
    const limit = Error.stackTraceLimit;
    const writable = isErrorStackTraceLimitWritable();
    if (writable) Error.stackTraceLimit = 0;
    super(text);
    if (writable) Error.stackTraceLimit = limit;

    this.generatedMessage = !message;
    // The first line of the stack includes the code, the name of the error does not.
    ObjectDefineProperty(this, 'name', {
      __proto__: null, value: 'AssertionError [ERR_ASSERTION]', enumerable: false, writable: true, configurable: true,
    });
    this.code = 'ERR_ASSERTION';
    this.actual = details ? undefined : actual;
    this.expected = details ? undefined : expected;
    this.operator = details ? undefined : operator;
    details?.forEach((detail, i) => {
      this[`message ${i}`] = detail.message;
      this[`actual ${i}`] = detail.actual;
      this[`expected ${i}`] = detail.expected;
      this[`operator ${i}`] = detail.operator;
      this[`stack trace ${i}`] = detail.stack;
    });
    ErrorCaptureStackTrace(this, stackStartFn || stackStartFunction);
    void this.stack; // V8 formats it at the first read: now
    this.name = 'AssertionError';
    this.diff = diff;
  }

  toString() {
    return `${this.name} [${this.code}]: ${this.message}`;
  }

  [inspect.custom](depth, context) {
    const { actual, expected } = this;
    this.actual = shortened(actual);
    this.expected = shortened(expected);
    const text = inspect(this, { ...context, customInspect: false, depth: 0 });
    this.actual = actual;
    this.expected = expected;
    return text;
  }
}

module.exports = AssertionError;
