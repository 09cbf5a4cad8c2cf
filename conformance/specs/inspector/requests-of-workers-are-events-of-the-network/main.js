'use strict';
// A session hears of a worker's requests by its session with the worker.

const { once } = require('events');
const http = require('http');
const { Session } = require('inspector/promises');
const { Worker } = require('worker_threads');

const SCRIPT = `
const { parentPort, workerData } = require('worker_threads');
parentPort.once('message', () => require('http').get({ port: workerData, host: '127.0.0.1', path: '/a' }, (res) => res.resume()));
`;

(async () => {
  const server = http.createServer((req, res) => res.end('x')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const session = new Session();
  session.connect();
  const answers = new Map();
  let lastId = 0;
  let sessionId;
  const call = async (method, params) => {
    const { promise, resolve } = Promise.withResolvers();
    const id = ++lastId;
    answers.set(id, resolve);
    await session.post('NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify({ id, method, params }) });
    return promise;
  };
  const { promise: finished, resolve: finish } = Promise.withResolvers();
  session.on('NodeWorker.receivedMessageFromWorker', ({ params: { message } }) => {
    const { id, method, params, result } = JSON.parse(message);
    if (id) answers.get(id)(result);
    else if (method.startsWith('Network.')) console.log(method, params.request?.method, params.response?.status);
    if (method === 'Network.loadingFinished') finish();
  });
  const { promise: attached, resolve: attach } = Promise.withResolvers();
  session.on('NodeWorker.attachedToWorker', ({ params }) => attach(params));
  await session.post('NodeWorker.enable', { waitForDebuggerOnStart: true });
  const worker = new Worker(SCRIPT, { eval: true, workerData: server.address().port });
  ({ sessionId } = await attached);
  console.log(await call('Network.enable'));
  await call('Runtime.runIfWaitingForDebugger');
  worker.postMessage('go');
  await finished;
  await worker.terminate();
  session.disconnect();
  server.close();
})();
