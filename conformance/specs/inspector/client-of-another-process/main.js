'use strict';

// A client in another process: the pages of the server, the break on start, breakpoints by URL, steps, evaluation on a frame,
// console messages, and the wait for the client at the end. Host names other than localhost are refused.

const { spawn } = require('child_process');
const { once } = require('events');
const http = require('http');
const net = require('net');
const path = require('path');
const { pathToFileURL } = require('url');

const file = path.join(__dirname, 'program.js');
const script = pathToFileURL(file).href;

function get(port, page, headers) {
  return new Promise((resolve) => http.get({ port, path: page, headers, agent: false }, (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (chunk) => { text += chunk; }).on('end', () => resolve([response.statusCode, text]));
  }));
}

class Client {
  #socket;
  #buffer = Buffer.alloc(0);
  #answers = new Map();
  #waiting = new Map();
  #lastId = 0;

  async open(port, id) {
    this.#socket = net.connect(port, '127.0.0.1');
    this.#socket.write(`GET /${id} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n');
    const [head] = await once(this.#socket, 'data');
    console.log(head.toString().split('\r\n\r\n')[0].split('\r\n').sort().join(' | '));
    this.#socket.on('data', (data) => this.#read(data));
  }

  #read(data) {
    this.#buffer = Buffer.concat([this.#buffer, data]);
    for (;;) {
      if (this.#buffer.length < 2) return;
      let length = this.#buffer[1];
      let from = 2;
      if (length === 126) { if (this.#buffer.length < 4) return; length = this.#buffer.readUInt16BE(2); from = 4; }
      if (length === 127) { if (this.#buffer.length < 10) return; length = Number(this.#buffer.readBigUInt64BE(2)); from = 10; }
      if (this.#buffer.length < from + length) return;
      const text = this.#buffer.toString('utf8', from, from + length);
      this.#buffer = this.#buffer.subarray(from + length);
      const message = JSON.parse(text);
      if (message.id) {
        this.#answers.get(message.id)(message.result ?? message.error);
      } else {
        const wait = this.#waiting.get(message.method);
        this.#waiting.delete(message.method);
        wait?.(message.params);
      }
    }
  }

  ask(method, params = {}) {
    const id = ++this.#lastId;
    const body = Buffer.from(JSON.stringify({ id, method, params }));
    const head = body.length < 126 ? Buffer.from([0x81, 0x80 | body.length]) :
      Buffer.from([0x81, 0xfe, body.length >> 8, body.length & 255]);
    this.#socket.write(Buffer.concat([head, Buffer.alloc(4), body])); // masked with zeros
    return new Promise((resolve) => this.#answers.set(id, resolve));
  }

  next(event) { return new Promise((resolve) => this.#waiting.set(event, resolve)); }

  close() { this.#socket.destroy(); }
}

const where = ({ callFrames: [{ functionName, location }] }) => `${functionName || '(top)'}:${location.lineNumber}`;

async function main() {
  const child = spawn(process.execPath, ['--inspect-brk=0', file]);
  let errors = '';
  let port;
  child.stderr.setEncoding('utf8');
  await new Promise((resolve) => child.stderr.on('data', (text) => {
    errors += text;
    port ??= /ws:\/\/127\.0\.0\.1:(\d+)\//.exec(errors)?.[1];
    if (port) resolve();
  }));
  let output = '';
  child.stdout.on('data', (text) => { output += text; });

  const [target] = JSON.parse((await get(port, '/json/list'))[1]);
  console.log(Object.keys(target).join(), target.title === file, target.url === script, target.type);
  console.log((await get(port, '/json/version'))[1]);
  const protocol = JSON.parse((await get(port, '/json/protocol'))[1]);
  console.log(protocol.domains.find(({ domain }) => domain === 'Profiler').commands.map(({ name }) => name).join());
  console.log(await get(port, '/json', { Host: 'example.com' }));
  console.log(await get(port, '/other'));

  const client = new Client();
  await client.open(port, target.id);
  let paused = client.next('Debugger.paused');
  await client.ask('Runtime.enable');
  await client.ask('Debugger.enable');
  await client.ask('Runtime.runIfWaitingForDebugger');
  let pause = await paused;
  console.log(pause.reason, where(pause));
  const { locations } = await client.ask('Debugger.setBreakpointByUrl', { lineNumber: 2, url: script });
  console.log(locations.length, locations[0].lineNumber);
  const go = async (command) => {
    paused = client.next('Debugger.paused');
    await client.ask(command);
    pause = await paused;
    console.log(command, where(pause), pause.hitBreakpoints?.length);
  };
  await go('Debugger.resume');
  const frame = pause.callFrames[0];
  console.log(await client.ask('Debugger.evaluateOnCallFrame', { callFrameId: frame.callFrameId, expression: 'amount + total' }));
  console.log((await client.ask('Debugger.getScriptSource', { scriptId: frame.location.scriptId })).scriptSource.length);
  await go('Debugger.stepOver');
  await go('Debugger.stepOut');
  await go('Debugger.resume');
  const called = client.next('Runtime.consoleAPICalled');
  const destroyed = client.next('Runtime.executionContextDestroyed');
  await client.ask('Debugger.resume');
  const { type, args, stackTrace } = await called;
  console.log(type, JSON.stringify(args), stackTrace.callFrames[0].lineNumber, stackTrace.callFrames[0].url === script);
  await destroyed;
  client.close();
  console.log(await once(child, 'close'), output);
  console.log(errors.replaceAll(/Debugger ending.*\n/g, '').replaceAll(/ws:\S+/g, 'ws:ADDRESS').replaceAll(/For help.*\n/g, ''));
}

main();
