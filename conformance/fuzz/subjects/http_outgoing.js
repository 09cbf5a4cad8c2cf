'use strict';

// What a message sends: random calls of write, cork, uncork, end, flushHeaders, writeHead and so on, of responses and of
// requests, several on a connection. The raw bytes are taken apart by the rules of HTTP; anything left over, cut off or
// out of step is an error. Compared with Node: heads, bodies, trailers, and the order of callbacks and events.

const http = require('node:http');
const net = require('node:net');

exports.cases = 800;

const ENCODINGS = [undefined, undefined, 'utf8', 'latin1', 'utf-8', 'ascii', 'utf16le', 'hex', 'base64'];

function chunkOf(random) {
  const text = random.text(random.size(random.once(20) ? 30_000 : 40), 'abcdefghijklmnopqrstuvwxyzäöü0123456789\n');
  const encoding = random.pick(ENCODINGS);
  if (random.once(4)) return [random.once() ? Buffer.from(text) : new Uint8Array(Buffer.from(text))];
  // Node measures hex and base64 before it decodes them, and breaks the framing where characters do not count.
  if (encoding === 'hex') return [Buffer.from(text).toString('hex'), encoding];
  if (encoding === 'base64') return [Buffer.from(text).toString('base64'), encoding];
  return encoding === undefined ? [text] : [text, encoding];
}

const bytesOf = ([chunk, encoding]) => (typeof chunk === 'string' ? Buffer.from(chunk, encoding) : Buffer.from(chunk));

/** A list of steps, decided before anything runs; [name, ...arguments]. */
function script(random, isResponse) {
  const steps = [];
  const plan = { steps, method: isResponse ? random.pick(['GET', 'GET', 'GET', 'POST', 'HEAD']) : 'POST', status: 200, expected: [] };
  if (isResponse && random.once(8)) plan.status = random.pick([204, 304, 404, 500, 299]);
  const bodies = Array.from({ length: random.between(0, 6) }, () => chunkOf(random));
  const last = random.once() ? chunkOf(random) : undefined;
  plan.expected = Buffer.concat([...bodies, ...(last ? [last] : [])].map(bytesOf));
  const setup = random.int(8);
  if (setup === 0) steps.push(['setHeader', 'Content-Length', plan.expected.length]);
  if (setup === 1 && isResponse) steps.push(['writeHead', plan.status, { 'X-Head': 'é' }]);
  if (setup === 2) steps.push(['setHeader', 'X-Set', 'é']);
  if (setup === 3 && isResponse) steps.push(['writeHead', plan.status, { 'Content-Length': plan.expected.length }]);
  if (setup === 4) steps.push(['flushHeaders']);
  let corks = 0;
  const between = () => {
    while (random.once(3)) {
      const kind = random.int(10);
      if (kind < 3) {
        corks++;
        steps.push(['cork']);
      } else if (kind < 6) {
        if (corks === 0) continue; // Node counts below zero then, and mixes up what is written
        corks--;
        steps.push(['uncork']);
      } else if (kind === 6) {
        // A head that goes alone is UTF-8, one with a chunk latin1; which it is after a write is left open.
        if (setup !== 1 && setup !== 2) steps.push(['flushHeaders']);
      } else if (kind === 7) {
        steps.push(['turn']);
      } else if (kind === 8) {
        steps.push(['tick']);
      } else {
        steps.push(['microtask']);
      }
    }
  };
  for (const body of bodies) {
    between();
    steps.push(['write', ...body]);
  }
  between();
  if (plan.method !== 'HEAD' && plan.status === 200 && setup > 4 && random.once(3)) {
    plan.trailers = true;
    steps.push(['addTrailers', { 'X-Trailer': 'é' }]);
  }
  steps.push(last ? ['end', ...last] : ['end']);
  return plan;
}

async function play(message, { steps, status }, log) {
  if ('statusCode' in message) message.statusCode = status;
  if (message.sendDate) message.sendDate = false;
  let writes = 0;
  message.on('finish', () => log.push('finish'));
  for (const [name, ...args] of steps) {
    if (name === 'turn') await new Promise((resolve) => setImmediate(resolve));
    else if (name === 'tick') await new Promise((resolve) => process.nextTick(resolve));
    else if (name === 'microtask') await undefined;
    else if (name === 'write') {
      const number = writes++;
      message.write(...args, () => log.push(`wrote ${number}`));
    } else if (name === 'end') {
      message.end(...args, () => log.push('ended'));
    } else {
      message[name](...args);
    }
  }
}

/** Takes one message off the front: [text of it, what follows]; undefined where it is not whole. */
function take(raw, hasNoBody, isOver) {
  const end = raw.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = raw.subarray(0, end).toString('latin1');
  let rest = raw.subarray(end + 4);
  if (/\r\n\r|\n\n/.test(head)) throw new Error(`a bad head: ${JSON.stringify(head)}`);
  const length = /^content-length: (.*)$/im.exec(head)?.[1];
  if (hasNoBody) return [{ head, body: Buffer.alloc(0), trailers: '' }, rest];
  if (/^transfer-encoding: chunked$/im.test(head)) {
    const parts = [];
    for (;;) {
      const line = rest.indexOf('\r\n');
      if (line < 0) return undefined;
      const text = rest.subarray(0, line).toString('latin1');
      if (!/^[0-9a-f]+$/.test(text)) throw new Error(`a bad chunk size ${JSON.stringify(text)} behind ${JSON.stringify(head)}`);
      const size = parseInt(text, 16);
      rest = rest.subarray(line + 2);
      if (size === 0) break;
      if (rest.length < size + 2) return undefined;
      parts.push(rest.subarray(0, size));
      if (rest.subarray(size, size + 2).toString('latin1') !== '\r\n') throw new Error('a chunk is longer than its size');
      rest = rest.subarray(size + 2);
    }
    let trailers = '';
    for (;;) {
      const line = rest.indexOf('\r\n');
      if (line < 0) return undefined;
      const text = rest.subarray(0, line).toString('latin1');
      rest = rest.subarray(line + 2);
      if (text === '') return [{ head, body: Buffer.concat(parts), trailers }, rest];
      trailers += `${text}|`;
    }
  }
  if (length === undefined) return isOver ? [{ head, body: rest, trailers: '' }, Buffer.alloc(0)] : undefined;
  if (rest.length < Number(length)) return undefined;
  return [{ head, body: rest.subarray(0, Number(length)), trailers: '' }, rest.subarray(Number(length))];
}

/** Which of an empty write and the end is told first depends on when the connection takes the message: not compared. */
const told = (log) => [...log.filter((one) => one.startsWith('wrote')), ...log.filter((one) => !one.startsWith('wrote'))].join();

function check(message, plan, hasNoBody) {
  const expected = hasNoBody ? Buffer.alloc(0) : plan.expected;
  if (!message.body.equals(expected)) {
    throw new Error(`the body is ${JSON.stringify(message.body.toString('latin1'))} and not ${JSON.stringify(expected.toString('latin1'))}`);
  }
  return `${message.head.replace(/^host: .*\r\n/im, '').replaceAll('\r\n', '|')} ${message.body.length} ${message.trailers}`;
}

// ---- responses

const plans = new Map();
let server;
let lastCase = 0;

exports.before = () => new Promise((resolve) => {
  server = http.createServer({ keepAliveTimeout: 60_000 }, (req, res) => {
    const { plan, log } = plans.get(req.url);
    play(res, plan, log).catch((error) => {
      log.push(`throws ${error.message}`);
      res.destroy();
    });
  }).listen(0, '127.0.0.1', resolve);
});

exports.after = () => {
  server.close();
  server.closeAllConnections();
};

function responses(random) {
  const count = random.between(1, 4);
  const isPipelined = random.once();
  const asked = Array.from({ length: count }, (_, i) => ({ url: `/${lastCase++}`, plan: script(random, true), log: [], isLast: i === count - 1 }));
  for (const one of asked) plans.set(one.url, one);
  const requestOf = ({ url, plan, isLast }) => `${plan.method} ${url} HTTP/1.1\r\nHost: x\r\n${isLast ? 'Connection: close\r\n' : ''}${plan.method === 'POST' ? 'Content-Length: 0\r\n' : ''}\r\n`;
  return new Promise((resolve, reject) => {
    let raw = Buffer.alloc(0);
    let next = 0;
    const texts = [];
    const socket = net.connect(server.address().port, '127.0.0.1', () => {
      socket.write(isPipelined ? asked.map(requestOf).join('') : requestOf(asked[0]));
    });
    const read = (isOver) => {
      while (next < count) {
        const { plan } = asked[next];
        const hasNoBody = plan.method === 'HEAD' || plan.status === 204 || plan.status === 304;
        const taken = take(raw, hasNoBody, isOver);
        if (taken === undefined) return;
        raw = taken[1];
        texts.push(check(taken[0], plan, hasNoBody));
        next++;
        if (/^connection: close$/im.test(taken[0].head) && next < count) return; // the others are not answered
        if (!isPipelined && next < count) socket.write(requestOf(asked[next]));
      }
    };
    socket.on('data', (bytes) => {
      raw = Buffer.concat([raw, bytes]);
      try {
        read(false);
      } catch (error) {
        reject(error);
      }
    });
    socket.on('error', reject);
    socket.on('close', () => {
      try {
        read(true);
        if (raw.length > 0) throw new Error(`left over: ${JSON.stringify(raw.toString('latin1'))}`);
        for (const { url } of asked) plans.delete(url);
        resolve(`responses ${isPipelined} ${texts.join(' ')} ${asked.map(({ log }) => told(log)).join(' ')}`);
      } catch (error) {
        reject(error);
      }
    });
  });
}

// ---- requests

function requests(random) {
  const plan = script(random, false);
  const log = [];
  return new Promise((resolve, reject) => {
    let raw = Buffer.alloc(0);
    let text;
    const receiver = net.createServer((socket) => socket.on('data', (bytes) => {
      raw = Buffer.concat([raw, bytes]);
      try {
        const taken = take(raw, false, false);
        if (taken === undefined) return;
        if (taken[1].length > 0 || text !== undefined) throw new Error(`left over: ${JSON.stringify(taken[1].toString('latin1'))}`);
        text = check(taken[0], plan, false);
        socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      } catch (error) {
        reject(error);
      }
    })).listen(0, '127.0.0.1', () => {
      const req = http.request({ host: '127.0.0.1', port: receiver.address().port, method: plan.method, agent: false });
      req.on('response', (res) => res.resume());
      req.on('error', reject);
      req.on('close', () => {
        receiver.close();
        resolve(`request ${text} ${told(log)}`);
      });
      play(req, plan, log).catch(reject);
    });
  });
}

exports.run = (random) => (random.once(3) ? requests(random) : responses(random));
