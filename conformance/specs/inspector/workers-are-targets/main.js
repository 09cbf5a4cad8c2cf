'use strict';
const { Session } = require('inspector');
const { Worker, isMainThread, parentPort } = require('worker_threads');

const post = (session, method, params) => new Promise((resolve, reject) => {
  session.post(method, params, (error, result) => (error ? reject(error) : resolve(result)));
});

async function worker() {
  parentPort.on('message', () => {}); // answers alone don't keep a thread alive
  const session = new Session();
  session.connectToMainThread();
  let code;
  try {
    session.connectToMainThread();
  } catch (error) {
    ({ code } = error);
  }
  const { result } = await post(session, 'Runtime.evaluate', { expression: 'globalThis.inMain + 1' });
  parentPort.postMessage([code, result.value]);
  session.disconnect();
  parentPort.close();
}

async function main() {
  globalThis.inMain = 41;
  const session = new Session();
  session.connect();
  try {
    session.connectToMainThread();
  } catch (error) {
    console.log(error.code);
  }
  let id = 0;
  const answers = new Map();
  const attached = new Promise((resolve) => session.once('NodeWorker.attachedToWorker', ({ params }) => resolve(params)));
  const detached = new Promise((resolve) => session.once('NodeWorker.detachedFromWorker', ({ params }) => resolve(params)));
  session.on('NodeWorker.receivedMessageFromWorker', ({ params }) => {
    const message = JSON.parse(params.message);
    answers.get(message.id)?.(message.result);
  });
  await post(session, 'NodeWorker.enable', { waitForDebuggerOnStart: true });
  const thread = new Worker(__filename);
  const said = new Promise((resolve) => thread.once('message', resolve));
  const { sessionId, workerInfo, waitingForDebugger } = await attached;
  console.log(workerInfo.workerId, workerInfo.type, workerInfo.url.split('/').pop(), waitingForDebugger);
  const ask = (method, params) => new Promise((resolve) => {
    answers.set(++id, resolve);
    session.post('NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify({ id, method, params }) });
  });
  console.log((await ask('Runtime.evaluate', { expression: '6 * 7' })).result.value);
  await ask('Runtime.runIfWaitingForDebugger');
  console.log(await said, (await detached).sessionId === sessionId);
}

if (isMainThread) main();
else worker();
