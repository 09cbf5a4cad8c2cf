'use strict';
// While a debugger is attached, the watch is quiet and --block-limit ends nothing, however long a pause is. A program that waits
// for a debugger in a callback is told of, with that as the cause.
const assert = require('node:assert');
const { spawn } = require('node:child_process');

const program = `
const inspector = require('node:inspector');
process.on('uncaughtException', (error) => console.log('uncaught', error.code));
setTimeout(function waits() { inspector.waitForDebugger(); console.log('attached'); setTimeout(paused, 1); }, 300);
function paused() { debugger; console.log('resumed'); setTimeout(busy, 1); }
function busy() { for (const end = Date.now() + 400; Date.now() < end;); console.log('busy'); }
process.stdin.on('data', () => { for (;;); }).on('end', () => process.exit());
`;
const child = spawn(process.execPath, ['--inspect=0', '--block-warn=100', '--block-limit=200', '-e', program]);
let out = '';
let err = '';
child.stdout.setEncoding('utf8').on('data', (text) => { out += text; });
child.stderr.setEncoding('utf8').on('data', (text) => { err += text; });

async function until(what, isThere) {
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    const found = isThere();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`no ${what}: ${out}${err}`);
}

async function main() {
  const url = (await until('address', () => /listening on (ws:\S+)/.exec(err)))[1];
  await until('report', () => /cause: a debugger's pause: inspector.waitForDebugger\(\)/.test(err));
  assert.match(err, /where: \S*waits /);
  const before = err.split('is blocked').length;
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => Object.assign(socket, { onopen: resolve, onerror: reject }));
  let id = 0;
  const messages = [];
  socket.onmessage = ({ data }) => messages.push(JSON.parse(data));
  const post = (method, params = {}) => socket.send(JSON.stringify({ id: ++id, method, params }));
  post('Debugger.enable');
  post('Runtime.runIfWaitingForDebugger');
  await until('pause', () => messages.find(({ method }) => method === 'Debugger.paused'));
  await new Promise((resolve) => setTimeout(resolve, 600)); // a pause, longer than both limits
  post('Debugger.resume');
  await until('end of the busy callback', () => out.includes('busy')); // it has run for longer than both limits, too
  assert.strictEqual(out, 'attached\nresumed\nbusy\n');
  assert.strictEqual(err.split('is blocked').length, before, err);
  socket.close();
  await new Promise((resolve) => { socket.onclose = resolve; });
  child.stdin.write('x');
  await until('end of a callback', () => out.includes('uncaught ERR_GYRE_CALLBACK_TIMEOUT'));
  child.stdin.end();
  const [code] = await new Promise((resolve) => child.on('close', (...how) => resolve(how)));
  assert.strictEqual(code, 0, err);
  console.log('ok');
}

main();
