'use strict';

// What is sent is what arrives: random pieces in both directions of a connection by TCP or a Unix socket, with pauses,
// corks, half-closed ends and slow readers; and bodies of HTTP requests and responses on connections that are kept. Checks
// itself: a case returns how much was sent.

const { createHash } = require('node:crypto');
const fs = require('node:fs');
const http = require('node:http');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');

exports.cases = 120;

/** What one side sends: a list of pieces and of what happens between them. */
function plan(random) {
  const steps = [];
  const total = random.between(0, 12);
  for (let i = 0; i < total; i++) {
    const length = random.once(10) ? random.int(300_000) : random.size(5000);
    const bytes = Buffer.from(random.bytes(Math.min(length, 4096)));
    const piece = length > 4096 ? Buffer.alloc(length, bytes) : bytes;
    const kind = random.int(6);
    if (kind === 0) steps.push({ write: piece.toString('latin1'), encoding: 'latin1', bytes: piece });
    else if (kind === 1) steps.push({ write: piece.toString('hex'), encoding: 'hex', bytes: piece });
    else if (kind === 2) steps.push({ write: piece.toString('base64'), bytes: Buffer.from(piece.toString('base64')) });
    else steps.push({ write: piece, bytes: piece });
    if (random.once(4)) steps.push({ pause: random.pick(['turn', 'tick', 'drain', 'cork', 'uncork']) });
  }
  return steps;
}

const contents = (steps) => Buffer.concat(steps.filter((step) => step.bytes).map((step) => step.bytes));

async function send(stream, steps) {
  let corks = 0;
  for (const { write, encoding, pause } of steps) {
    let goesOn = true;
    if (write !== undefined) goesOn = stream.write(write, encoding);
    else if (pause === 'turn') await new Promise((resolve) => setImmediate(resolve));
    else if (pause === 'tick') await new Promise((resolve) => process.nextTick(resolve));
    else if (pause === 'cork' && ++corks) stream.cork();
    else if (pause === 'uncork' && corks > 0 && corks--) stream.uncork();
    if (!goesOn && corks === 0 && stream.writableNeedDrain) await new Promise((resolve) => stream.once('drain', resolve));
  }
  stream.end();
}

/** Resolves with all that comes, read in one of several ways. */
function receive(stream, way) {
  return new Promise((resolve, reject) => {
    const parts = [];
    stream.on('error', reject);
    stream.on('end', () => resolve(Buffer.concat(parts)));
    if (way === 'readable') {
      stream.on('readable', () => {
        for (let part; (part = stream.read()) !== null;) parts.push(part);
      });
      return;
    }
    stream.on('data', (part) => {
      parts.push(part);
      if (way !== 'pausing' || parts.length % 3 !== 0) return;
      stream.pause();
      setImmediate(() => stream.resume());
    });
  });
}

const WAYS = ['flowing', 'pausing', 'readable'];
const hash = (bytes) => createHash('sha256').update(bytes).digest('hex');

function mustBe(name, got, expected) {
  if (hash(got) === hash(expected)) return;
  let at = 0;
  while (at < got.length && got[at] === expected[at]) at++;
  throw new Error(`${name}: ${got.length} bytes came and ${expected.length} were sent; they differ at ${at}`);
}

// ---- sockets

async function sockets(random) {
  const [ours, theirs] = [plan(random), plan(random)];
  const [ourWay, theirWay] = [random.pick(WAYS), random.pick(WAYS)];
  const waits = random.once(3); // whether the other side answers only when all has come
  const where = random.once(3) ? { path: path.join(folder, `s${number++}`) } : { port: 0, host: '127.0.0.1' };
  const server = net.createServer({ allowHalfOpen: true, highWaterMark: random.once(4) ? 1024 : undefined });
  await new Promise((resolve) => server.listen(where, resolve));
  const answered = new Promise((resolve, reject) => {
    server.once('connection', (socket) => {
      const got = receive(socket, theirWay);
      Promise.all([got, waits ? got.then(() => send(socket, theirs)) : send(socket, theirs)]).then(([bytes]) => resolve(bytes), reject);
    });
  });
  const place = where.path === undefined ? server.address() : where;
  const socket = net.connect({ ...place, host: where.host, allowHalfOpen: true });
  const [got, , there] = await Promise.all([receive(socket, ourWay), send(socket, ours), answered]);
  mustBe('to the client', got, contents(theirs));
  mustBe('to the server', there, contents(ours));
  await new Promise((resolve) => server.close(resolve));
  return `sockets ${got.length} ${there.length}`;
}

// ---- HTTP

async function exchanges(random) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: random.between(1, 3) });
  const asked = Array.from({ length: random.between(1, 6) }, () => ({
    request: plan(random), response: plan(random), ways: [random.pick(WAYS), random.pick(WAYS)], knowsLength: random.once(3), echoes: random.once(4),
  }));
  const server = http.createServer({ keepAliveTimeout: 60_000 }, (req, res) => {
    const one = asked[Number(req.url.slice(1))];
    if (one.echoes) {
      const parts = [];
      req.on('data', (part) => parts.push(part));
      req.pipe(res);
      req.on('end', () => one.there(Buffer.concat(parts)));
      return;
    }
    receive(req, one.ways[0]).then((bytes) => {
      one.there(bytes);
      if (one.knowsLength) res.setHeader('Content-Length', contents(one.response).length);
      return send(res, one.response);
    }).catch((error) => res.destroy(error));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  let sum = 0;
  await Promise.all(asked.map((one, i) => new Promise((resolve, reject) => {
    let there;
    one.there = (bytes) => { there = bytes; };
    const body = contents(one.request);
    const headers = one.knowsLength ? { 'Content-Length': body.length } : {};
    const req = http.request({ host: '127.0.0.1', port: server.address().port, agent, method: 'POST', path: `/${i}`, headers });
    req.on('error', reject);
    req.on('response', (res) => receive(res, one.ways[1]).then((got) => {
      mustBe(`response ${i}`, got, one.echoes ? body : contents(one.response));
      mustBe(`request ${i}`, there, body);
      sum += got.length + body.length;
      resolve();
    }).catch(reject));
    send(req, one.request).catch(reject);
  })));
  agent.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return `http ${asked.length} ${sum}`;
}

let folder;
let number = 0;

exports.before = () => { folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-fuzz-')); };
exports.after = () => fs.rmSync(folder, { recursive: true, force: true });
exports.run = (random) => (random.once() ? sockets(random) : exchanges(random));
