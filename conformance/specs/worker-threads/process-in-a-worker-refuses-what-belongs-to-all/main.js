'use strict';
const { Worker, isMainThread, parentPort, workerData, SHARE_ENV, setEnvironmentData, getEnvironmentData, postMessageToThread, threadId } =
  require('worker_threads');
const { once } = require('events');

const tried = (f) => {
  try {
    return f();
  } catch (error) {
    return `${error.name} ${error.code} ${error.message}`;
  }
};

async function inWorker() {
  const names = ['title', 'stdin', 'stdout', 'debugPort', '_debugEnd', '_debugProcess', '_startProfilerIdleNotifier', 'abort', 'send', 'channel'];
  const shape = (name) => {
    const d = Object.getOwnPropertyDescriptor(process, name);
    return d && [name, typeof d.value, !!d.get, !!d.set, d.enumerable, d.writable];
  };
  const { threadName, resourceLimits, isInternalThread } = require('worker_threads');
  const results = [
    process.argv.slice(2), process.execArgv, names.map(shape),
    tried(() => { process.title = 'q'; return process.title; }),
    tried(() => process.abort()), tried(() => process.chdir('/')), tried(() => process.umask(0)), typeof tried(() => process.umask()),
    tried(() => process.setuid(1)), tried(() => process.setgroups([])), tried(() => process.initgroups(1, 2)), tried(() => process.kill(process.pid, 0)),
    tried(() => process.on('SIGINT', () => {}) === process), process.abort.name, process.abort.disabled,
    process.stdin.constructor.name, process.stdout.constructor.name, process.stdout.fd, process.stdout.isTTY, process.stdout.writableHighWaterMark,
    Object.keys(resourceLimits), { ...process.env }, threadName, threadId, isInternalThread,
    [getEnvironmentData('a'), getEnvironmentData('b')], workerData,
    tried(() => require('trace_events').createTracing({ categories: ['v8'] }) && 'tracing'),
    process.cwd() === workerData.cwd, process.exit.name,
  ];
  parentPort.postMessage(results);
  if (workerData.depth > 0) {
    setEnvironmentData('b', 'from the worker');
    const nested = new Worker(__filename, { workerData: { depth: 0, cwd: process.cwd() }, name: ' inner ', env: SHARE_ENV });
    nested.on('message', (m) => parentPort.postMessage(['nested', m[21], m[22], m[25]]));
    await once(nested, 'exit');
    const busy = new Worker('setInterval(() => {}, 1000); process.on("workerMessage", (v, s) => { if (v === "throw") throw 1; require("worker_threads").parentPort.postMessage([v, s]); })', { eval: true });
    await once(busy, 'online');
    const answered = once(busy, 'message');
    for (let i = 0; i < 100; i++) { // until it listens
      const error = await postMessageToThread(busy.threadId, 'hello').catch((e) => e.code);
      if (error === undefined) break;
    }
    parentPort.postMessage((await answered)[0]);
    const codes = [];
    for (const [id, value] of [[busy.threadId, 'throw'], [99, 1], [threadId, 1], [0, 1]]) codes.push(await postMessageToThread(id, value).catch((e) => e.code));
    parentPort.postMessage(codes);
    await busy.terminate();
  }
}

async function inMain() {
  setEnvironmentData('a', 'from main');
  const w = new Worker(__filename, { workerData: { depth: 1, cwd: process.cwd() }, argv: ['x', 1], env: { A: 1 }, name: ' outer', execArgv: ['--no-warnings'] });
  console.log(w.threadId, w.threadName, Object.keys(w.resourceLimits), w.performance.eventLoopUtilization());
  w.on('message', (m) => console.log(JSON.stringify(m)));
  w.on('error', (e) => console.log(e));
  process.on('worker', (given) => console.log('worker event', given === w));
  await once(w, 'exit');
  console.log(w.threadId, w.threadName, w.resourceLimits, w.stdin, await w.terminate(), w.postMessage(1));
  for (const f of ['getHeapSnapshot', 'getHeapStatistics', 'cpuUsage', 'startCpuProfile']) console.log(f, await w[f]().catch((e) => e.code));
  for (const [file, options] of [
    ['x.js'], [5], [new URL('https://example.org')], ['./x', { env: 5 }], ['./x', { argv: 5 }], ['./x', { execArgv: 5 }], ['./x', { name: 5 }],
    [{}, { eval: true }], ['', { eval: true, execArgv: ['--foo'] }], ['', { eval: true, execArgv: ['--title=a', '--bar'] }],
    ['', { eval: true, execArgv: ['--redirect-warnings'] }], ['', { eval: true, env: { NODE_OPTIONS: '--title=x' } }],
    ['', { eval: true, workerData: () => {} }], ['', { eval: true, transferList: [5] }],
  ]) console.log(tried(() => new Worker(file, options)));
  const limited = new Worker('', { eval: true, resourceLimits: { maxOldGenerationSizeMb: 50, maxYoungGenerationSizeMb: 9, stackSizeMb: 2 } });
  const { maxOldGenerationSizeMb, maxYoungGenerationSizeMb, stackSizeMb } = limited.resourceLimits;
  console.log(maxOldGenerationSizeMb, maxYoungGenerationSizeMb, stackSizeMb);
  await once(limited, 'exit');
  const waiting = new Worker('setInterval(() => {}, 1000)', { eval: true });
  await once(waiting, 'online');
  const { user, system } = await waiting.cpuUsage();
  console.log(typeof user, typeof system, 'used_heap_size' in await waiting.getHeapStatistics());
  const both = [waiting.terminate(), waiting.terminate()];
  console.log(await Promise.all(both));
}

if (isMainThread) inMain();
else inWorker();
