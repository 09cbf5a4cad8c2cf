'use strict';

// The three forms of every function of fs, made from one description.
//
// Most functions make one system call. Such a *question* is described once, as a function from the user's arguments to a
// Call (fs/internal/calls: through shared memory), or to { fn, args, finish }: the native function, its arguments, and a
// function that converts the answer (without `finish` there is no result). stat, statSync and promises.stat are made from
// it. A Listing consists of many calls and implements its answering itself, and so does a question about a file that is
// not the system's (fs/shared/elsewhere).
//
// The other functions take several *steps*. They are generators that yield questions, or arrays of them, and receive the
// answers:
//
//     function* truncate(path, length) {
//       const fd = yield questions.open(path, 'r+');
//       try {
//         yield questions.ftruncate(fd, length);
//       } finally {
//         yield questions.close(fd);
//       }
//     }
//
// One driver answers synchronously, the other through the worker pool, so the algorithm is written once.

const {
  ArrayIsArray, ArrayPrototypeFind, ArrayPrototypeForEach, ArrayPrototypeMap, ArrayPrototypeSlice,
  ErrorCaptureStackTrace, Int32Array, MathMax, ObjectDefineProperty, Promise, PromisePrototypeThen, PromiseResolve,
  ReflectApply, SafeSet, itemsOf,
} = require('internal/primordials');
const { codes: { ERR_INVALID_RETURN_VALUE } } = require('internal/errors');
const { retrace } = require('internal/bridge');
const { validateFunction } = require('internal/validators');
const { isPromise } = require('util/types');
const { Call, perform, submit } = require('internal/slots');
const { Elsewhere, elsewhere } = require('internal/fs/elsewhere');
const { Listing } = require('internal/fs/listing');

const native = binding('fs');
const inUse = require('internal/fs/in_use');

// Those that don't use slots; writeWhole also takes a path.
const ON_DESCRIPTORS = new SafeSet([
  'fchmod', 'fchown', 'fdatasync', 'fsync', 'ftruncate', 'futimes', 'readv', 'writeWhole', 'writev',
]);
const identity = (value) => value;
const nothing = () => undefined;
const isOwnAnswer = (question) => question instanceof Listing || question instanceof Elsewhere;

// ---- questions

// Three questions that are not for the system: a pause; the return value of a user function, which only the asynchronous
// forms await; and a call of a function of fs itself, where users expect to see it called.
const pause = (ms) => ({ pauseMs: ms });
const decision = (value, functionName) => ({ value, functionName });
const publicly = (publicName, args) => ({ publicName, args });

// `abandon` is called if `finish` is not.
const ask = (fn, args, finish, abandon) =>
  askElsewhere(fn, args, finish ?? nothing) ?? { fn, args, finish, abandon };
const askValue = (fn, args) => askElsewhere(fn, args, identity) ?? { fn, args, finish: identity };

// The path of a new symbolic link comes after its target.
const askElsewhere = (fn, args, finish) =>
  elsewhere(fn, fn === 'symlink' ? args[1] : args[0], args)?.answeredBy(finish);

function sleep(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function answerSync(question) {
  if (ArrayIsArray(question)) return ArrayPrototypeMap(question, answerSync);
  if (question instanceof Call || isOwnAnswer(question)) return performed(question);
  const { fn, args, finish, abandon, pauseMs, value, functionName, publicName } = question;
  if (pauseMs !== undefined) return sleep(pauseMs);
  if (publicName !== undefined) return require('fs')[`${publicName}Sync`](...itemsOf(args));
  if (functionName !== undefined) {
    if (isPromise(value)) throw new ERR_INVALID_RETURN_VALUE('boolean', functionName, value);
    return value;
  }
  let result;
  try {
    result = ReflectApply(native[fn], native, args);
  } catch (error) {
    abandon?.();
    ErrorCaptureStackTrace(error, answerSync); // the stack begins with the function that the user called
    throw error;
  }
  return finish === undefined ? undefined : finish(result);
}

function performed(question) {
  try {
    return question instanceof Call ? perform(question) : question.now();
  } catch (error) {
    ErrorCaptureStackTrace(error, answerSync);
    throw error;
  }
}

function answer(question, callback) {
  if (ArrayIsArray(question)) {
    answerAll(question, callback);
    return;
  }
  if (question instanceof Call) {
    submit(question, callback);
    return;
  }
  if (isOwnAnswer(question)) {
    question.later(callback);
    return;
  }
  const { fn, args, finish, abandon, pauseMs, value, functionName, publicName } = question;
  if (pauseMs !== undefined) {
    require('timers').setTimeout(callback, pauseMs, null);
  } else if (publicName !== undefined) {
    require('fs')[publicName](...itemsOf(args), callback);
  } else if (functionName !== undefined) {
    // Deferred by nextTick: an exception of `callback` must not become a rejection.
    PromisePrototypeThen(PromiseResolve(value), (result) => process.nextTick(callback, null, result),
                                (error) => process.nextTick(callback, error));
  } else {
    const fd = ON_DESCRIPTORS.has(fn) ? args[0] : -1;
    inUse.use(fd);
    native[`${fn}Async`](...itemsOf(args), (error, result) => {
      inUse.release(fd);
      if (error) {
        abandon?.();
        callback(error);
      } else if (finish === undefined) callback(null);
      else callback(null, finish(result));
    });
  }
}

// Returns the answers in the order of the questions, or the first error in that order. All questions have completed by then.
function answerAll(questions, callback) {
  const results = [];
  const errors = [];
  let left = questions.length;
  if (left === 0) process.nextTick(callback, null, results);
  ArrayPrototypeForEach(questions, (question, i) => {
    answer(question, (error, result) => {
      if (error) errors[i] = error;
      else results[i] = result;
      if (--left > 0) return;
      const first = ArrayPrototypeFind(errors, (one) => one !== undefined);
      if (first === undefined) callback(null, results);
      else callback(first);
    });
  });
}

function answerPromise(question) {
  return new Promise((resolve, reject) => {
    answer(question, (error, result) => (error ? reject(error) : resolve(result)));
  });
}

// For an async function whose awaited call failed. A system error is created while no user code is on the stack. Its stack is
// captured again here, so that it shows the awaiting functions.
function retraced(error) {
  if (error?.syscall !== undefined) retrace(error);
  return error;
}

async function awaited(promise) {
  try {
    return await promise;
  } catch (error) {
    throw retraced(error);
  }
}

// ---- steps

function runSync(steps) {
  let step = steps.next();
  while (!step.done) {
    let value;
    try {
      value = answerSync(step.value);
    } catch (error) {
      ErrorCaptureStackTrace(error, runSync);
      step = steps.throw(error);
      continue;
    }
    step = steps.next(value);
  }
  return step.value;
}

async function runPromise(steps) {
  let step = steps.next();
  while (!step.done) {
    let value;
    try {
      value = await answerPromise(step.value);
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next(value);
  }
  return step.value;
}

// The callback is called from the event loop, never from inside a promise, so that its exceptions are uncaught errors.
// Arguments are checked before the first question: invalid ones throw to the caller.
function run(steps, callback) {
  const go = (step) => {
    if (step.done) return step.value === undefined ? callback(null) : callback(null, step.value);
    answer(step.value, (error, result) => {
      let next;
      try {
        next = error ? steps.throw(error) : steps.next(result);
      } catch (failure) {
        return callback(failure);
      }
      go(next);
    });
  };
  const first = steps.next();
  validateFunction(callback, 'cb');
  if (first.done) process.nextTick(callback, null, first.value);
  else go(first);
}

// ---- forms

function named(name, fn) {
  return ObjectDefineProperty(fn, 'name', { __proto__: null, value: name, configurable: true });
}

// The callback is the last argument, and the optional arguments before it may be omitted. It is checked after the others.
function splitCallback(args, arity) {
  const at = typeof args[args.length - 1] === 'function' ? args.length - 1 : MathMax(arity, args.length - 1);
  return [args[at], ArrayPrototypeSlice(args, 0, at)];
}

function syncForm(name, question) {
  return named(`${name}Sync`, (...args) => answerSync(ReflectApply(question, undefined, args)));
}

function callbackForm(name, question) {
  const arity = question.length;
  return named(name, (...all) => {
    const { 0: callback, 1: args } = splitCallback(all, arity);
    const asked = ReflectApply(question, undefined, args);
    validateFunction(callback, 'cb');
    answer(asked, (error, result) => {
      if (error) callback(error);
      else if (result === undefined) callback(null);
      else callback(null, result);
    });
  });
}

function promiseForm(name, question) {
  return named(name, async (...args) => {
    try {
      return await answerPromise(ReflectApply(question, undefined, args));
    } catch (error) {
      throw retraced(error);
    }
  });
}

// The same three forms for steps. `makeSteps` checks the arguments before it returns the steps, or in the first of them.
function stepsSyncForm(name, makeSteps) {
  return named(`${name}Sync`, (...args) => runSync(ReflectApply(makeSteps, undefined, args)));
}

function stepsCallbackForm(name, makeSteps) {
  const arity = makeSteps.length;
  return named(name, (...all) => {
    const { 0: callback, 1: args } = splitCallback(all, arity);
    run(ReflectApply(makeSteps, undefined, args), callback);
  });
}

function stepsPromiseForm(name, makeSteps) {
  return named(name, async (...args) => awaited(runPromise(ReflectApply(makeSteps, undefined, args))));
}

module.exports = {
  answer,
  answerPromise,
  answerSync,
  ask,
  askValue,
  awaited,
  callbackForm,
  decision,
  named,
  pause,
  promiseForm,
  publicly,
  retraced,
  run,
  runPromise,
  runSync,
  stepsCallbackForm,
  stepsPromiseForm,
  stepsSyncForm,
  syncForm,
};
