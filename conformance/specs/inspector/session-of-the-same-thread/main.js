'use strict';

// A session of the program's own thread: answers, errors and events come inside post(), microtasks don't run there.

const inspector = require('inspector');

const session = new inspector.Session();
const show = (...values) => console.log(...values);
const failure = (call) => { try { call(); } catch (error) { show(error.code, error.message); } };

failure(() => session.post('Runtime.enable'));
failure(() => session.connectToMainThread());
session.connect();
failure(() => session.connect());
failure(() => session.post(1));
failure(() => session.post('Runtime.evaluate', 'text'));
failure(() => session.post('Runtime.evaluate', {}, 'text'));

Promise.resolve().then(() => show('microtask'));
const ask = (method, params) => session.post(method, params, (error, result) => show(method, error?.message, JSON.stringify(result)));
ask('Runtime.evaluate', { expression: '"ü€😀" + [1, 2]' });
ask('Runtime.evaluate', { expression: '({ url: "/a", b: [1] })', returnByValue: true });
ask('No.thing');
ask('Runtime.evaluate', {});

const scripts = new Map();
session.on('Debugger.scriptParsed', ({ params }) => scripts.set(params.scriptId, params.url));
session.post('Debugger.enable', (error, { debuggerId }) => show(error, typeof debuggerId));
show([...scripts.values()].includes(require('url').pathToFileURL(__filename).href));

function add(left, right) {
  debugger;
  return left + right;
}
session.on('Debugger.paused', ({ params: { callFrames: [frame], reason } }) => {
  show('paused', reason, frame.functionName, frame.location.lineNumber, scripts.get(frame.location.scriptId) === frame.url);
  session.post('Debugger.evaluateOnCallFrame', { callFrameId: frame.callFrameId, expression: 'left * right' },
    (error, { result }) => show(error, result.value));
});
session.on('Debugger.resumed', () => show('resumed'));
show(add(6, 7));

session.post('Debugger.setBreakpointByUrl', { lineNumber: 35, url: require('url').pathToFileURL(__filename).href },
  (error, { locations }) => show('breakpoint', error, locations.length, locations[0]?.lineNumber));
show(add(2, 3));
session.post('Debugger.disable');
show(add(1, 1));

session.post('Profiler.enable');
session.post('Profiler.start');
session.post('Profiler.stop', (error, { profile }) => show(error, Object.keys(profile).join()));
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
add(3, 4);
session.post('Profiler.takePreciseCoverage', (error, { result }) => {
  const own = result.find(({ url }) => url.endsWith('/main.js'));
  show(own.url.slice(0, 8), own.functions.find(({ functionName }) => functionName === 'add').ranges[0].count);
});

let length = 0;
session.on('HeapProfiler.addHeapSnapshotChunk', ({ params }) => { length += params.chunk.length; });
session.post('HeapProfiler.takeHeapSnapshot', () => {
  setImmediate(() => {
    show('snapshot', length > 100_000);
    session.disconnect();
    failure(() => session.post('Runtime.enable'));
    promises();
  });
});

async function promises() {
  const { Session } = require('inspector/promises');
  const other = new Session();
  other.connect();
  show(await other.post('Runtime.evaluate', { expression: 'Promise.resolve(5)', awaitPromise: true }));
  await other.post('No.thing').catch((error) => show(error.code, error.message));
  const open = other.post('Runtime.evaluate', { expression: 'new Promise(() => {})', awaitPromise: true });
  other.disconnect();
  await open.catch((error) => show(error.code, error.message));
}
