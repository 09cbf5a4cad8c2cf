'use strict';

// The options of a pool, checked.

const { NumberMAX_SAFE_INTEGER } = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateFunction, validateInteger, validateNumber, validateObject, validateOneOf, validateString } = require('internal/validators');
const { kEmptyObject } = require('internal/util');

const MAX_SIZE = 1024;
const isUnbounded = (value) => value === undefined || value === Infinity;

// An integer, or Infinity.
function bound(value, name, min) {
  if (isUnbounded(value)) return Infinity;
  validateInteger(value, name, min, NumberMAX_SAFE_INTEGER);
  return value;
}

function executorFrom(executor) {
  if (executor === undefined) {
    const { WorkerExecutor } = require('internal/gyre/worker_executor');
    return new WorkerExecutor();
  }
  if (executor === null || typeof executor !== 'object') throw new ERR_INVALID_ARG_TYPE('options.executor', 'Object', executor);
  validateFunction(executor.start, 'options.executor.start');
  return executor;
}

function optionsFrom(options = kEmptyObject) {
  validateObject(options, 'options');
  const {
    size = require('os').availableParallelism(), minSize = 0, maxQueue, whenFull = 'reject', idleTimeout, recycleAfter,
    name = 'pool', executor,
  } = options;
  validateInteger(size, 'options.size', 1, MAX_SIZE);
  validateInteger(minSize, 'options.minSize', 0, size);
  validateOneOf(whenFull, 'options.whenFull', ['reject', 'wait']);
  if (!isUnbounded(idleTimeout)) validateNumber(idleTimeout, 'options.idleTimeout', 0, 2 ** 31 - 1);
  validateString(name, 'options.name');
  const { workerData, env, argv, execArgv, resourceLimits } = options;
  return {
    size, minSize, whenFull, name,
    maxQueue: bound(maxQueue, 'options.maxQueue', 0),
    idleTimeoutMs: isUnbounded(idleTimeout) ? Infinity : idleTimeout,
    recycleAfter: bound(recycleAfter, 'options.recycleAfter', 1),
    executor: executorFrom(executor),
    job: { workerData, env, argv, execArgv, resourceLimits },
  };
}

module.exports = { optionsFrom };
