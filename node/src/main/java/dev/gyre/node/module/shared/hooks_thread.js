'use strict';

// The thread of the asynchronous hooks (module.register, --experimental-loader), as the thread sees it that loads modules by
// them. Requests have numbers; answers come as messages on one port. An answer is also announced in shared memory, so that
// this thread can wait for it.
//
//   this thread ── { id, method, args } ─────> hooks_worker.js
//               <── { id, status, body } ─────  + a count in `lock`

const {
  ArrayPrototypeMap, AtomicsLoad, AtomicsWait, Int32Array, Promise, SafeMap, itemsOf, joinLists,
} = require('internal/primordials');
const primordials = require('internal/primordials');
const { codes: { ERR_ASYNC_LOADER_REQUEST_NEVER_SETTLED, ERR_WORKER_UNSERIALIZABLE_ERROR } } = require('internal/errors');
const { MessageChannel, receiveMessageOnPort } = require('internal/worker_threads/message_port');
const { fromForm } = require('internal/worker_threads/error_form');
const customized = require('internal/module/customized');
const options = require('internal/options');

const READY = 0; // the number of the first answer

let port;
let lock;
let seen = 0; // the count in `lock` up to which answers were taken
let lastId = READY;
let isReady = false;
const waiting = new SafeMap(); // number -> { resolve, reject }
const answers = new SafeMap(); // number -> answer that nobody has taken yet

function start() {
  const { Worker, kCoreModule } = require('internal/worker_threads/worker');
  const { port1, port2 } = new MessageChannel();
  port = port1;
  const shared = new primordials.SharedArrayBuffer(4);
  lock = new Int32Array(shared);
  const worker = new Worker('', {
    [kCoreModule]: 'internal/module/hooks_worker',
    workerData: { port: port2, lock: shared },
    transferList: [port2],
    trackUnmanagedFds: false,
  });
  worker.unref();
  worker.on('exit', (code) => process.exit(code));
  port.on('message', receive);
  port.unref();
  customized.use({ __proto__: null, resolve: ask('resolve'), load: ask('load'), resolveNow: demand('resolve'), loadNow: demand('load') });
}

// ---- answers

function receive(answer) {
  if (answer.status === 'exit') process.exit(answer.body);
  const who = waiting.get(answer.id);
  if (who === undefined) {
    answers.set(answer.id, answer);
    return;
  }
  waiting.delete(answer.id);
  if (waiting.size === 0) port.unref();
  if (answer.status === 'never') return; // neither does the promise
  try {
    who.resolve(valueOf(answer));
  } catch (error) {
    who.reject(error);
  }
}

function valueOf({ status, body }) {
  if (status !== 'error') return body;
  if (body === undefined) throw new ERR_WORKER_UNSERIALIZABLE_ERROR();
  throw fromForm(body);
}

// Waits for an answer; others that come meanwhile are delivered.
function awaitAnswer(id) {
  for (;;) {
    for (let found = receiveMessageOnPort(port); found !== undefined; found = receiveMessageOnPort(port)) receive(found.message);
    const answer = answers.get(id);
    if (answer !== undefined) {
      answers.delete(id);
      return answer;
    }
    AtomicsWait(lock, 0, seen);
    seen = AtomicsLoad(lock, 0);
  }
}

// The hooks of --experimental-loader are there, or have thrown.
function awaitStart() {
  if (isReady) return;
  isReady = true;
  const answer = awaitAnswer(READY);
  if (answer.status === 'never') throw new ERR_ASYNC_LOADER_REQUEST_NEVER_SETTLED();
  valueOf(answer);
}

// ---- requests

function post(method, args, transferred = []) {
  awaitStart();
  const id = ++lastId;
  port.postMessage({ id, method, args }, transferred);
  return id;
}

const ask = (method) => (...args) => {
  const id = post(method, args);
  return new Promise((resolve, reject) => {
    if (waiting.size === 0) port.ref();
    waiting.set(id, { __proto__: null, resolve, reject });
  });
};

function demandNow(method, args, transferred) {
  const answer = awaitAnswer(post(method, args, transferred));
  if (answer.status === 'never') {
    const error = new ERR_ASYNC_LOADER_REQUEST_NEVER_SETTLED();
    error.details = { method, args };
    throw error;
  }
  return valueOf(answer);
}

const demand = (method) => (...args) => demandNow(method, args);

// ---- what starts it

// module.register()
function register(specifier, parentURL, data, transferList = []) {
  if (port === undefined && customized.isOn()) { // this is the thread of the hooks itself
    return require('internal/module/hooks_chain').register(specifier, parentURL, data);
  }
  if (port === undefined) start();
  return demandNow('register', [`${specifier}`, `${parentURL}`, data], joinLists(itemsOf(transferList)));
}

const loaders = () => options.list('--experimental-loader');

// --experimental-loader
function startLoaders() {
  const calls = ArrayPrototypeMap(loaders(), (loader) => `register(${primordials.JSONStringify(loader)}, pathToFileURL("./"));`);
  process.emitWarning('`--experimental-loader` may be removed in the future; instead use `register()`:\n' +
    `--import 'data:text/javascript,import { register } from "node:module"; import { pathToFileURL } from "node:url"; ${primordials.ArrayPrototypeJoin(calls, ' ')}'`,
                      'ExperimentalWarning');
  start();
}

module.exports = { register, startLoaders, awaitStart: () => { if (port !== undefined) awaitStart(); } };
