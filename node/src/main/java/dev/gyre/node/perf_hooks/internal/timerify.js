'use strict';

// timerify(fn): wraps a function to create an entry of type 'function' for each successful call.

const {
  ArrayPrototypeForEach, MathCeil, ObjectDefineProperties, ReflectApply, ReflectConstruct,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateFunction, validateObject } = require('internal/validators');
const { createNodeEntry } = require('internal/perf_hooks/entry');
const { isHistogram } = require('internal/perf_hooks/histogram');
const { enqueue } = require('internal/perf_hooks/timeline');
const { now } = require('internal/perf_hooks/clock');

const NS_PER_MS = 1e6;

function timerify(fn, options = {}) {
  validateFunction(fn, 'fn');
  validateObject(options, 'options');
  const { histogram } = options;
  if (histogram !== undefined && (!isHistogram(histogram) || typeof histogram.record !== 'function'))
    throw new ERR_INVALID_ARG_TYPE('options.histogram', 'RecordableHistogram', histogram);

  function complete(start, args) {
    const duration = now() - start;
    histogram?.record(MathCeil(duration * NS_PER_MS));
    const entry = createNodeEntry(fn.name, 'function', start, duration, args);
    ArrayPrototypeForEach(args, (arg, i) => { entry[i] = arg; });
    enqueue(entry);
  }

  function timerified(...args) {
    const start = now();
    const result = new.target === undefined ?
      ReflectApply(fn, this, args) : ReflectConstruct(fn, args, fn);
    if (new.target === undefined && typeof result?.finally === 'function')
      return result.finally(() => complete(start, args));
    complete(start, args);
    return result;
  }

  ObjectDefineProperties(timerified, {
    __proto__: null,
    length: { __proto__: null, configurable: false, enumerable: true, value: fn.length },
    name: { __proto__: null, configurable: false, enumerable: true, value: `timerified ${fn.name}` },
  });
  return timerified;
}

module.exports = { timerify };
