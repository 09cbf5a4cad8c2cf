'use strict';

// How an assertion fails: the meaning of its trailing arguments, and `assert.ok`, whose message quotes the source of the
// call.

const { ArrayPrototypeSlice, ErrorPrototypeToString, ReflectApply } = require('internal/primordials');
const { ERR_AMBIGUOUS_ARGUMENT, ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
const AssertionError = require('internal/assert/assertion_error');
const { sourceOfCall } = require('internal/assert/call_source');
const { isError } = require('internal/util');
const { format } = require('internal/util/inspect');

function rejectTrailing(args, what) {
  if (args.length > 1) {
    throw new ERR_AMBIGUOUS_ARGUMENT(
      'message', `The error message ${what} has trailing arguments that would be ignored.`);
  }
}

// A message is nothing, a text with arguments for format(), an error to be thrown as it is, or a function of actual and
// expected. A function that throws or returns no text counts as nothing.
function messageText(args, actual, expected) {
  if (args.length === 0) return undefined;
  const { 0: first } = args;
  if (typeof first === 'string') return args.length > 1 ? ReflectApply(format, undefined, args) : first;
  if (isError(first)) {
    rejectTrailing(args, `was passed as error object "${ErrorPrototypeToString(first)}"`);
    throw first;
  }
  if (typeof first !== 'function') throw new ERR_INVALID_ARG_TYPE('message', ['string', 'function'], first);
  rejectTrailing(args, `with function "${first.name || 'anonymous'}"`);
  try {
    const text = first(actual, expected);
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Throws the AssertionError; `message` is the list of the assertion's trailing arguments. */
function fail({ message, generatedMessage, ...options }) {
  options.message = messageText(message, options.actual, options.expected);
  const error = new AssertionError(options);
  if (generatedMessage !== undefined) error.generatedMessage = generatedMessage;
  throw error;
}

function falsyMessage(fn) {
  const source = sourceOfCall(fn);
  return source === undefined ? [] : [`The expression evaluated to a falsy value:\n\n  ${source}\n`];
}

/** `fn` is the public function at whose caller the stack begins. */
function checkOk(fn, args) {
  if (args[0]) return;
  const generatedMessage = args.length < 2 || args[1] === undefined || args[1] === null;
  let message = ArrayPrototypeSlice(args, 1);
  if (args.length === 0) message = ['No value argument passed to `assert.ok()`'];
  else if (generatedMessage) message = falsyMessage(fn);
  fail({ actual: args[0], expected: true, message, operator: '==', stackStartFn: fn, generatedMessage });
}

module.exports = { fail, checkOk };
