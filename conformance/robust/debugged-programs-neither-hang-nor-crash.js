'use strict';
// Clients connect to a program that waits, let it run and pause it, two at a time and with all messages sent at once: the threads
// that carry messages must not wait for each other, and a pause must not come at a place where V8 can't tell the variables.
// Prints ok.

const { spawn } = require('child_process');

const ROUNDS = 3;
const LIMIT_MS = 60000;

const program = `
  const { Session } = require('inspector');
  const session = new Session();
  session.on('Debugger.paused', () => {});
  session.connect();
  session.post('Debugger.enable');
  let n = 0;
  function work(list) { const twice = () => list.map((x) => x * 2); n += twice().length; }
  setInterval(() => { const end = Date.now() + 30; while (Date.now() < end) work([1, 2]); }, 5);
`;

class Client {
  #isPaused = false;
  #socket;
  #id = 0;
  #answers = new Map();
  #events = new Map();

  async open(url) {
    this.#socket = new WebSocket(url);
    this.#socket.onmessage = ({ data }) => {
      const { id, method, params, result } = JSON.parse(data);
      if (method === 'Debugger.paused') this.#isPaused = true;
      if (method === 'Debugger.resumed') this.#isPaused = false;
      if (id !== undefined) this.#answers.get(id)(result);
      else for (const resolve of this.#events.get(method)?.splice(0) ?? []) resolve(params);
    };
    await new Promise((resolve, reject) => { this.#socket.onopen = resolve; this.#socket.onerror = reject; });
  }

  ask(method, params) {
    return new Promise((resolve) => {
      this.#answers.set(++this.#id, resolve);
      this.#socket.send(JSON.stringify({ id: this.#id, method, params }));
    });
  }

  next(method) {
    return new Promise((resolve) => {
      if (!this.#events.has(method)) this.#events.set(method, []);
      this.#events.get(method).push(resolve);
    });
  }

  // One request can pause a program twice: in an evaluation that it meets, and after that in the program.
  paused() { return this.#isPaused ? undefined : this.next('Debugger.paused'); }

  close() { this.#socket.close(); }
}

async function round() {
  const child = spawn(process.execPath, ['--inspect-brk=0', '-e', program], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  const url = await new Promise((resolve) => child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
    const found = /ws:\/\/\S+/.exec(said);
    if (found) resolve(found[0]);
  }));
  const ended = new Promise((resolve) => child.on('exit', (code, signal) => resolve({ code, signal })));
  const clients = [new Client(), new Client()];
  const work = (async () => {
    await Promise.all(clients.map((client) => client.open(url)));
    await Promise.all(clients.map((client) => Promise.all([client.ask('Runtime.enable'), client.ask('Debugger.enable')])));
    let paused = clients.map((client) => client.next('Debugger.paused'));
    await Promise.all(clients.map((client) => client.ask('Runtime.runIfWaitingForDebugger')));
    await Promise.all(paused);
    for (let i = 0; i < 5; i++) {
      const resumed = clients.map((client) => client.next('Debugger.resumed'));
      await clients[i % 2].ask('Debugger.resume');
      await Promise.all(resumed);
      if (i % 2 === 0) {
        const { result } = await clients[0].ask('Runtime.evaluate', { expression: '6 * 7' });
        if (result.value !== 42) throw new Error(JSON.stringify(result));
      }
      paused = clients.map((client) => client.paused());
      clients[1].ask('Runtime.evaluate', { expression: 'n' }); // this may be where it pauses: the answer comes later
      await clients[0].ask('Debugger.pause');
      await Promise.all(paused);
    }
    clients.forEach((client) => client.close());
    child.kill('SIGKILL');
    await ended;
  })();
  const first = await Promise.race([work, ended]);
  if (first?.signal !== undefined && first.signal !== 'SIGKILL') throw new Error(`${first.code} ${first.signal}\n${said}`);
}

const timer = setTimeout(() => { console.log('a session hangs'); process.exit(1); }, LIMIT_MS);
(async () => {
  for (let i = 0; i < ROUNDS; i++) await round();
  clearTimeout(timer);
  console.log('ok');
})();
