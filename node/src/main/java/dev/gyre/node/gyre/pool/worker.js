'use strict';

// The half of gyre:pool that runs in its workers: loads the target, then runs the tasks that come by a port of its own, one
// after the other. The worker's parentPort stays the program's, and so does workerData.
//
//   pool ──> port: { id, value }     a task
//                  null              end
//   port ──> pool: READY             the target is loaded
//                  { id, value }     the task's result
//                  { id, failure }   what it threw: see errors_as_messages; without an id, the target could not be loaded

const { ReflectApply, TypeError } = require('internal/primordials');
const { toMessage, toMessageByText } = require('internal/gyre/errors_as_messages');
const { partsOf } = require('internal/gyre/transfer');
const threads = require('worker_threads');

const READY = 'ready';

async function loadFunction({ href, source, folder = process.cwd() }) {
  if (source !== undefined) return functionFrom(source, folder);
  const { importModule } = require('internal/module/esm_loader');
  const exports = await importModule(href, href);
  // A module compiled to CommonJS from `export default` has the function one level deeper.
  const found = typeof exports.default === 'object' && exports.default !== null ? exports.default.default : exports.default;
  if (typeof found === 'function') return found;
  throw new TypeError(`${href} exports no function: a pool's module has one as its default export or module.exports`);
}

// The function is a module in the working folder, as a text for -e is: it has require and import().
function functionFrom(source, folder) {
  const Module = require('module');
  const module = new Module('[pool]');
  module.filename = `${folder}/[pool]`;
  module.paths = Module._nodeModulePaths(folder);
  module._compile(`module.exports = ${source};`, module.filename);
  return module.exports;
}

function reportFailure(port, id, error, folder = undefined) {
  try {
    port.postMessage({ id, failure: toMessage(error, folder) });
  } catch {
    port.postMessage({ id, failure: toMessageByText(error) });
  }
}

async function performOne(port, run, { id, value }) {
  try {
    const result = await ReflectApply(run, undefined, [value]);
    const parts = partsOf(result);
    if (parts === undefined) port.postMessage({ id, value: result });
    else port.postMessage({ id, value: parts.value }, parts.transferList);
  } catch (error) {
    reportFailure(port, id, error);
  }
}

// Tasks of other machines come and go as bytes, several in a message.
function performerOf(port, run, target) {
  const { SeatWorker } = require('internal/gyre/seat_worker');
  const seat = new SeatWorker(port, run, target);
  return ({ value }) => seat.receive(value);
}

async function serve() {
  const { port, target, data } = threads.workerData;
  threads.workerData = data;
  let run;
  try {
    run = await loadFunction(target);
  } catch (error) {
    reportFailure(port, undefined, error, target.isRemote);
    port.on('message', () => process.exit(1)); // the pool has heard of it
    return;
  }
  const perform = target.isRemote === undefined ? (task) => performOne(port, run, task) : performerOf(port, run, target);
  port.on('message', (task) => {
    if (task === null) process.exit(0);
    else perform(task);
  });
  port.postMessage(READY);
}

if (threads.workerData?.port !== undefined && threads.workerData.target !== undefined) serve();

module.exports = { READY };
