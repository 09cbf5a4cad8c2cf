'use strict';

// The main program of the thread that has the asynchronous hooks: it answers requests of the thread that started it (see
// hooks_thread.js). Each answer is posted first and announced in shared memory then, for one that waits.
//
// A request that can't be answered any more, because nothing is left to be done here, is told so: while requests are open,
// their port does not keep the loop alive, and an empty loop ends in `beforeExit`.

const { AtomicsAdd, AtomicsNotify, Int32Array, ReflectApply, SafeMap, itemsOf } = require('internal/primordials');
const chain = require('internal/module/hooks_chain');
const { toForm } = require('internal/worker_threads/error_form');
const customized = require('internal/module/customized');
const options = require('internal/options');
const atExit = require('internal/process/at_exit');
const { pathToFileURL } = require('url');

let port;
let lock;
const open = new SafeMap(); // number of the request -> true

function answer(id, status, body, transferred) {
  port.postMessage({ id, status, body }, transferred);
  AtomicsAdd(lock, 0, 1);
  AtomicsNotify(lock, 0);
}

function finish(id, status, body, transferred) {
  if (!open.delete(id)) return; // it was given up
  if (open.size === 0) port.ref();
  answer(id, status, body, transferred);
}

function errorBody(error) {
  try {
    return toForm(error);
  } catch {
    return undefined; // it can't be told
  }
}

// Memory that nobody else may have goes without a copy.
function transferOf(body) {
  const source = body?.source;
  const { isArrayBuffer } = require('util/types');
  return isArrayBuffer(source) ? [source] : [];
}

async function serve({ id, method, args }) {
  open.set(id, true);
  port.unref();
  let status = 'done';
  let body;
  try {
    body = await ReflectApply(chain[method], chain, args);
  } catch (error) {
    status = 'error';
    body = errorBody(error);
  }
  try {
    finish(id, status, body, transferOf(body));
  } catch (error) { // it can't be cloned
    answer(id, 'error', errorBody(error));
  }
}

// Nothing is left that could settle what is open.
function giveUp() {
  for (const { 0: id } of itemsOf(open)) answer(id, 'never');
  open.clear();
  port.ref();
}

async function begin() {
  const parentURL = `${pathToFileURL(process.cwd())}/`;
  try {
    for (let i = 0, list = options.list('--experimental-loader'); i < list.length; i++) {
      await chain.register(list[i], parentURL);
    }
    finish(0, 'done');
  } catch (error) {
    finish(0, 'error', errorBody(error));
  }
}

// `data`: { port, lock }
function start(data) {
  ({ port } = data);
  lock = new Int32Array(data.lock);
  customized.use(chain);
  const { exit } = process;
  process.exit = function(code) {
    answer(-1, 'exit', code ?? process.exitCode);
    return ReflectApply(exit, this, [code]);
  };
  const report = process._fatalException;
  process._fatalException = (error, fromPromise) => {
    const isHandled = report(error, fromPromise);
    if (!isHandled) answer(-1, 'exit', undefined); // the error itself was told by the thread
    return isHandled;
  };
  port.on('message', serve);
  open.set(0, true);
  port.unref();
  begin();
  atExit.whenIdle = giveUp;
}

module.exports = { start };
