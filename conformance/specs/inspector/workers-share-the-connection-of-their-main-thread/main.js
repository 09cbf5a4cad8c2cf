'use strict';
// --experimental-worker-inspection: a client speaks with workers by messages that name a session, on the connection that it has
// with the main thread (the domain Target).

const { spawn } = require('child_process');
const { once } = require('events');
const path = require('path');

class Client {
  #socket;
  #answers = new Map();
  #events = [];
  #waiting = [];
  #lastId = 0;

  async connect(url) {
    this.#socket = new WebSocket(url);
    this.#socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.id) {
        this.#answers.get(message.id)(message);
        return;
      }
      this.#events.push(message);
      this.#look();
    };
    await once(this.#socket, 'open');
  }

  call(method, params, sessionId) {
    const { promise, resolve } = Promise.withResolvers();
    const id = ++this.#lastId;
    this.#answers.set(id, resolve);
    this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    return promise;
  }

  event(method, sessionId) {
    const { promise, resolve } = Promise.withResolvers();
    this.#waiting.push({ method, sessionId, resolve });
    this.#look();
    return promise;
  }

  #look() {
    this.#waiting = this.#waiting.filter(({ method, sessionId, resolve }) => {
      const index = this.#events.findIndex((event) => event.method === method && event.sessionId === sessionId);
      if (index >= 0) resolve(this.#events.splice(index, 1)[0]);
      return index < 0;
    });
  }
}

async function begin(client, sessionId) {
  await client.call('NodeRuntime.enable', undefined, sessionId);
  await client.event('NodeRuntime.waitingForDebugger', sessionId);
  await client.call('Runtime.enable', undefined, sessionId);
  await client.call('Debugger.enable', undefined, sessionId);
  await client.call('Runtime.runIfWaitingForDebugger', undefined, sessionId);
}

async function paused(client, sessionId) {
  const { params: { callFrames: { 0: { location, callFrameId } } } } = await client.event('Debugger.paused', sessionId);
  const { result, sessionId: from } = await client.call('Debugger.evaluateOnCallFrame', { callFrameId, expression: '1 + 1' }, sessionId);
  console.log('paused in line', location.lineNumber, 'of session', sessionId, result.result.value, from);
  await client.call('Debugger.resume', undefined, sessionId);
}

async function debug(attachesEarly) {
  const child = spawn(process.execPath, ['--inspect-brk=0', '--experimental-worker-inspection', path.join(__dirname, 'program.js')], { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  const limit = setTimeout(() => { // a runtime that does not pause
    child.kill('SIGKILL');
    console.log('no answer');
    process.exit(1);
  }, 20_000);
  child.once('exit', () => clearTimeout(limit));
  child.stderr.setEncoding('utf8');
  for await (const part of child.stderr.iterator({ destroyOnReturn: false })) {
    text += part;
    if (/ws:\S+\s/.test(text)) break;
  }
  child.stderr.resume();
  const client = new Client();
  await client.connect(/ws:\S+/.exec(text)[0]);
  await begin(client);
  const attach = () => client.call('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true });
  if (attachesEarly) await attach();
  await paused(client);
  const { params: { targetInfo } } = await client.event('Target.targetCreated');
  console.log({ ...targetInfo, url: path.basename(targetInfo.url) });
  if (!attachesEarly) {
    const { result } = await client.call('Target.getTargets');
    console.log(result.targetInfos.map(({ targetId, attached }) => [targetId, attached]));
    return child.kill('SIGKILL');
  }
  const { params: { sessionId, waitingForDebugger } } = await client.event('Target.attachedToTarget');
  console.log('attached', sessionId, waitingForDebugger);
  const { result } = await client.call('Target.getTargets');
  console.log(result.targetInfos.map(({ targetId, attached }) => [targetId, attached]));
  const printed = once(child.stdout, 'data');
  await begin(client, sessionId);
  await paused(client, sessionId);
  await paused(client, sessionId);
  console.log(`${await printed}`);
  return child.kill('SIGKILL');
}

(async () => {
  await debug(true);
  await debug(false);
  process.exit();
})();
