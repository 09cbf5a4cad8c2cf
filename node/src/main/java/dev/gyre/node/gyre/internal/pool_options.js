'use strict';

// The options of a pool, checked.

const { NumberMAX_SAFE_INTEGER, StringPrototypeSplit, copyList } = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const {
  validateArray, validateFunction, validateInteger, validateNumber, validateObject, validateOneOf, validateString,
} = require('internal/validators');
const { faultIn } = require('internal/gyre/address');
const { kEmptyObject } = require('internal/util');

const MAX_SIZE = 1024;
const NODE_SIZE = 256; // tasks that are out at a time, where the nodes have places for them
const DEFAULT_RETRIES = 5; // a task that ends every node it comes to must not end them all
const isUnbounded = (value) => value === undefined || value === Infinity;

// An integer, or Infinity.
function bound(value, name, min) {
  if (isUnbounded(value)) return Infinity;
  validateInteger(value, name, min, NumberMAX_SAFE_INTEGER);
  return value;
}

// How often a task runs again when the node that had it is lost: true or false, or a number.
function retriesFrom(retry, otherwise) {
  if (retry === undefined) return otherwise;
  if (retry === true) return DEFAULT_RETRIES;
  if (retry === false) return 0;
  validateInteger(retry, 'options.retry', 0);
  return retry;
}

// Where the nodes are: a list of host:port, or GYRE_NODES with commas; none for the threads of this process.
function nodesFrom(nodes, tls, channels) {
  const text = nodes === undefined ? process.env.GYRE_NODES : undefined;
  if (nodes === undefined && (text === undefined || text === '')) return undefined;
  const list = nodes === undefined ? StringPrototypeSplit(text, ',') : nodes;
  validateArray(list, 'options.nodes');
  if (list.length === 0) return undefined;
  const wrong = faultIn(list);
  if (wrong !== undefined) throw new ERR_INVALID_ARG_VALUE(nodes === undefined ? 'GYRE_NODES' : 'options.nodes', wrong.text, wrong.fault);
  const folder = tls ?? process.env.GYRE_TLS ?? '';
  validateString(folder, 'options.tls');
  validateArray(channels, 'options.channels');
  for (let i = 0; i < channels.length; i++) validateString(channels[i], `options.channels[${i}]`);
  return { nodes: copyList(list), tls: folder === '' ? '' : require('path').resolve(folder), channels: copyList(channels) };
}

function executorFrom(executor, nodes) {
  if (executor === undefined && nodes !== undefined) {
    const { NodeExecutor } = require('internal/gyre/node_executor');
    return new NodeExecutor(nodes);
  }
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
  const nodes = options.executor === undefined ? nodesFrom(options.nodes, options.tls, options.channels ?? []) : undefined;
  const {
    size = nodes === undefined ? require('os').availableParallelism() : NODE_SIZE, minSize = 0, maxQueue, whenFull = 'reject', idleTimeout, recycleAfter,
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
    executor: executorFrom(executor, nodes),
    retries: retriesFrom(options.retry, DEFAULT_RETRIES),
    job: { workerData, env, argv, execArgv, resourceLimits },
  };
}

module.exports = { optionsFrom, retriesFrom };
