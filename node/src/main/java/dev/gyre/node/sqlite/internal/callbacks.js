'use strict';

// Functions that SQL calls. SQLite calls them in the middle of an operation; the operation's native call then returns a
// question, which is answered here, and `resume` goes on with it. What a function throws ends the operation with an error of
// SQLite's, and is thrown in its place.

const { ArrayIsArray, SafeMap, TypeError, RangeError, Uint8Array, apply } = require('internal/primordials');
const { Reader, writeInteger, writeResult } = require('internal/sqlite/values');
const { sqliteError } = require('internal/sqlite/errors');

const native = binding('sqlite');

const NO_RESULT = () => new Uint8Array(0);

const SQLITE_DENY = 1;
const SQLITE_IGNORE = 2;

// What the connection's functions are, by number, and the state of aggregates under way.
class Functions {
  constructor() {
    this.byNumber = new SafeMap();
    this.aggregates = new SafeMap();
    this.numbers = 0;
    this.thrown = null; // { error }
  }

  register(entry) {
    this.byNumber.set(++this.numbers, entry);
    return this.numbers;
  }

  forget(number) {
    this.byNumber.delete(number);
  }
}

const asks = [
  // FUNCTION
  (functions, { useBigIntArguments, callback }, aggregate, values) =>
    writeResult(apply(callback, undefined, new Reader(values).rest(useBigIntArguments))),
  // STEP
  (functions, entry, aggregate, values) => step(functions, entry, entry.step, aggregate, values),
  // INVERSE
  (functions, entry, aggregate, values) => step(functions, entry, entry.inverse, aggregate, values),
  // VALUE
  (functions, entry, aggregate) => {
    const state = stateOf(functions, entry, aggregate);
    state.isWindow = true;
    return resultOf(entry, state);
  },
  // FINAL
  (functions, entry, aggregate) => {
    const state = stateOf(functions, entry, aggregate);
    functions.aggregates.delete(aggregate);
    return state.isWindow ? NO_RESULT() : resultOf(entry, state);
  },
  // AUTHORIZE
  (functions, { callback }, aggregate, values) => {
    const code = apply(callback, undefined, new Reader(values).rest(false));
    if ((code | 0) !== code) throw new TypeError('Authorizer callback must return an integer authorization code');
    if (code < 0 || code > SQLITE_IGNORE) {
      throw new RangeError('Authorizer callback returned a invalid authorization code');
    }
    return writeInteger(code);
  },
  // FILTER
  (functions, { filter }, aggregate, values) => writeInteger(apply(filter, null, new Reader(values).rest(false)) ? 1 : 0),
  // CONFLICT
  (functions, { onConflict }, aggregate, values) => {
    const action = onConflict === undefined ? 2 : apply(onConflict, null, new Reader(values).rest(false));
    return writeInteger((action | 0) === action ? action : -1);
  },
];

const AUTHORIZE = 5;
const FILTER = 6;
const CONFLICT = 7;

function stateOf(functions, entry, aggregate) {
  let state = functions.aggregates.get(aggregate);
  if (state === undefined) {
    const value = typeof entry.start === 'function' ? apply(entry.start, null, []) : entry.start;
    state = { value, isWindow: false };
    functions.aggregates.set(aggregate, state);
  }
  return state;
}

function step(functions, entry, callback, aggregate, values) {
  const state = stateOf(functions, entry, aggregate);
  const args = [state.value];
  const more = new Reader(values).rest(entry.useBigIntArguments);
  for (let i = 0; i < more.length; i++) args[i + 1] = more[i];
  state.value = apply(callback, undefined, args);
  return NO_RESULT();
}

const resultOf = ({ result }, { value }) =>
  writeResult(result === undefined ? value : apply(result, null, [value]));

function refusal(kind) {
  if (kind === AUTHORIZE) return writeInteger(SQLITE_DENY);
  if (kind === FILTER) return writeInteger(0);
  return kind === CONFLICT ? writeInteger(2) : null;
}

function answer(functions, question) {
  const { 1: kind, 2: number, 3: aggregate, 4: values } = question;
  if (functions.thrown !== null) return refusal(kind);
  try {
    return asks[kind](functions, functions.byNumber.get(number), aggregate, values);
  } catch (error) {
    functions.thrown = { error };
    return refusal(kind);
  }
}

// The result of an operation, after all of its questions; throws its error.
function settle(database, result) {
  const { functions, id } = database;
  while (ArrayIsArray(result) && result[0] === 'ask') {
    database.asking++;
    const answered = answer(functions, result);
    database.asking--;
    result = native.resume(id, answered);
  }
  const { thrown } = functions;
  if (thrown !== null) {
    functions.thrown = null;
    throw thrown.error;
  }
  if (ArrayIsArray(result)) {
    const { 1: code, 2: message, 3: text } = result;
    throw sqliteError(message, code, text);
  }
  return result;
}

module.exports = { Functions, settle };
