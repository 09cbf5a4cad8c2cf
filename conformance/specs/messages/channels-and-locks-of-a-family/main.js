'use strict';
const { BroadcastChannel, Worker, isMainThread, locks, parentPort, threadId } = require('worker_threads');
const log = console.log;

if (!isMainThread) {
  const channel = new BroadcastChannel('family');
  channel.onmessage = ({ data }) => {
    if (data === 'end') return channel.close();
    channel.postMessage(`worker heard ${data}`);
  };
  parentPort.postMessage('ready');
  parentPort.once('message', () => {
    locks.request('of the worker', () => new Promise(() => {}));
    locks.request('shared', { mode: 'shared' }, async (lock) => { parentPort.postMessage(`worker has ${lock.name} ${lock.mode}`); });
    parentPort.postMessage('locked');
  });
  return;
}

const worker = new Worker(__filename);
const next = () => new Promise((resolve) => worker.once('message', resolve));
(async () => {
  log(await next());
  const channel = new BroadcastChannel('family');
  const other = new BroadcastChannel('another');
  other.onmessage = () => log('never');
  channel.postMessage(new Map([['a', 1]]).size);
  log(await new Promise((resolve) => { channel.onmessage = ({ data, constructor }) => resolve([data, constructor.name]); }));
  other.close();

  let give;
  const own = locks.request('shared', () => new Promise((resolve) => { give = resolve; }));
  worker.postMessage('go');
  log(await next());
  log((await locks.query()).pending.map(({ name, mode }) => `${name} ${mode}`));
  log(await locks.request('of the worker', { ifAvailable: true }, (lock) => lock));
  const heard = next();
  give('given');
  log(await own);
  log(await heard);
  await worker.terminate();
  channel.close();
  try { channel.postMessage(1); } catch (error) { log(error.name, error.message); }
})();
