'use strict';
// Sends every vector of vectors.txt three times, each on a connection of its own: whole; byte by byte (long ones in
// thirds); whole to a server that listens to 'clientError'. Prints what the handler saw and what came back.
//
// No answer is waited for by the clock: server and client share one loop and one kernel, so when nothing has happened
// for some turns, nothing will. Then the client ends, and what that brings about is printed after `-- end`.

const { readFileSync } = require('node:fs');
const http = require('node:http');
const net = require('node:net');
const path = require('node:path');
const { encode, vectorsOf } = require('./notation.js');

const AT_ONCE = 60;
const QUIET_TURNS = 12;
const BYTE_BY_BYTE = 400;

const nextTurn = () => new Promise((resolve) => { setImmediate(resolve); });

// ---- servers

const notes = new Map();
let events = 0;

function note(socket, text) {
  events++;
  notes.get(socket.key).push(text);
}

function onRequest(req, res) {
  const { socket } = req;
  note(socket, `${req.method} ${encode(req.url)} ${req.httpVersion} ${encode(JSON.stringify(req.rawHeaders))}`);
  const { __proto__: prototype, ...own } = req.headers;
  const odd = ['__proto__', 'host', 'cookie', 'user-agent', 'a', 'set-cookie'].filter((name) => Object.hasOwn(req.headers, name));
  note(socket, `  headers ${encode(JSON.stringify(odd.map((name) => [name, req.headers[name]])))} ${Object.keys(own).length} ${prototype === Object.prototype}`);
  let body = '';
  req.setEncoding('latin1');
  req.on('data', (data) => { events++; body += data; });
  req.on('error', (error) => note(socket, `  error ${error.code} ${error.message}, body ${encode(body)}`));
  req.on('end', () => {
    note(socket, `  body ${encode(body)} trailers ${encode(JSON.stringify(req.rawTrailers))} ${req.complete}`);
    res.end(`seen ${req.method}`);
  });
}

const onUpgrade = (kind) => (req, socket, head) => {
  note(req.socket, `${kind} ${encode(req.url)} ${encode(JSON.stringify(req.rawHeaders))}`);
  let body = '';
  req.setEncoding('latin1').on('data', (data) => { body += data; });
  let rest = head.toString('latin1'); // how much of it is here and how much comes later is left to the system
  socket.on('data', (data) => { events++; rest += data.toString('latin1'); });
  socket.on('error', (error) => note(req.socket, `  error ${error.code}`));
  socket.on('end', () => {
    note(req.socket, `  body ${encode(body)} rest ${encode(rest)}`);
    socket.end('taken');
  });
};

function serve(options, listens) {
  const { maxHeadersCount, maxRequestsPerSocket, ...rest } = options;
  const server = http.createServer({ keepAliveTimeout: 60_000, ...rest }, onRequest);
  if (maxHeadersCount) server.maxHeadersCount = maxHeadersCount;
  if (maxRequestsPerSocket) server.maxRequestsPerSocket = maxRequestsPerSocket;
  server.on('connection', (socket) => { socket.key = `${socket.localPort} ${socket.remotePort}`; });
  server.on('dropRequest', (req, socket) => note(socket, `dropped ${req.url}`));
  if (listens.clientError) {
    server.on('clientError', (error, socket) => {
      note(socket, `clientError ${error.code} ${error.message} reason ${error.reason} of ${error.rawPacket?.length} bytes`);
      socket.end('refused\n');
    });
  }
  if (listens.upgrade) {
    server.on('upgrade', onUpgrade('upgrade'));
    server.on('connect', onUpgrade('connect'));
    server.on('checkContinue', (req, res) => {
      note(req.socket, 'checkContinue');
      res.writeContinue();
      onRequest(req, res);
    });
    server.on('checkExpectation', (req, res) => {
      note(req.socket, 'checkExpectation');
      res.statusCode = 400;
      onRequest(req, res);
    });
  }
  return new Promise((resolve) => { server.listen(0, '127.0.0.1', () => resolve(server)); });
}

const SERVERS = {
  plain: {},
  listening: {},
  small: { maxHeaderSize: 500, maxHeadersCount: 5 },
  twice: { maxRequestsPerSocket: 2 },
  hostless: { requireHostHeader: false, joinDuplicateHeaders: true },
  lenient: { insecureHTTPParser: true },
  relaxed: { httpValidation: 'relaxed' },
};

// ---- the client

function connect(server) {
  const connection = { received: '', isEnded: false, isClosed: false };
  const { port } = server.address();
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true }, () => {
      connection.notes = [];
      notes.set(`${port} ${socket.localPort}`, connection.notes);
      resolve(connection);
    });
    connection.socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (data) => { events++; connection.received += data; });
    socket.on('end', () => { events++; connection.isEnded = true; });
    socket.on('close', () => { events++; connection.isClosed = true; });
    socket.on('error', () => {}); // a reset: what counts is what came before it
  });
}

async function quiet() {
  for (let turns = 0, seen = events; turns < QUIET_TURNS; turns++) {
    await nextTurn();
    if (events !== seen) {
      turns = 0;
      seen = events;
    }
  }
}

const answersOf = (text) => encode(text.replace(/Date: [^\r]*\r\n/g, '')).replaceAll('HTTP/1.1 ', '\n  < HTTP/1.1 ').trimStart();

function describe({ notes, received, isEnded, isClosed, before }) {
  const lines = notes.slice(before?.notes ?? 0);
  const text = received.slice(before?.received ?? 0);
  if (text !== '') lines.push(answersOf(text));
  if (!before?.isEnded) lines.push(isEnded || isClosed ? 'closed' : 'open');
  return lines.map((line) => `  ${line}`).join('\n');
}

async function send(connections, pieces) {
  const longest = Math.max(...pieces.map((list) => list.length));
  for (let round = 0; round < longest; round++) {
    connections.forEach(({ socket, isEnded, isClosed }, i) => {
      if (round < pieces[i].length && !isEnded && !isClosed) socket.write(pieces[i][round], 'latin1');
    });
    for (let turn = 0; turn < 3; turn++) await nextTurn();
  }
  await quiet();
  for (const connection of connections) {
    const { notes, received, isEnded, isClosed, socket } = connection;
    connection.first = describe(connection);
    connection.before = { notes: notes.length, received: received.length, isEnded: isEnded || isClosed };
    socket.end();
  }
  await quiet();
  return connections.map((connection) => {
    connection.socket.destroy();
    const rest = describe(connection);
    return rest === '' ? connection.first : `${connection.first}\n  -- end\n${rest}`;
  });
}

function cut(bytes) {
  if (bytes.length <= BYTE_BY_BYTE) return [...bytes];
  const third = Math.ceil(bytes.length / 3);
  return [bytes.slice(0, third), bytes.slice(third, 2 * third), bytes.slice(2 * third)];
}

async function main() {
  const vectors = vectorsOf(readFileSync(path.join(__dirname, 'vectors.txt'), 'latin1'));
  const only = process.argv[2];
  const servers = { answering: {}, noting: {} };
  for (const [name, options] of Object.entries(SERVERS)) {
    const upgrade = name === 'listening';
    servers.answering[name] = await serve(options, { upgrade });
    servers.noting[name] = await serve(options, { upgrade, clientError: true });
  }
  const open = (list, kind) => Promise.all(list.map(({ server }) => connect(servers[kind][server])));
  const chosen = vectors.filter(({ name }) => !only || name.includes(only));
  for (let from = 0; from < chosen.length; from += AT_ONCE) {
    const wave = chosen.slice(from, from + AT_ONCE);
    const whole = wave.map(({ bytes }) => [bytes]);
    const plain = await send(await open(wave, 'answering'), whole);
    const pieces = await send(await open(wave, 'answering'), wave.map(({ bytes }) => cut(bytes)));
    const noted = await send(await open(wave, 'noting'), whole);
    wave.forEach(({ server, name }, i) => {
      console.log(`${name} (${server})\n${plain[i]}`);
      if (pieces[i] !== plain[i]) console.log(` in pieces:\n${pieces[i]}`);
      if (noted[i] !== plain[i]) console.log(` with a listener:\n${noted[i]}`);
    });
  }
  console.log(`${chosen.length} vectors`);
  for (const kind of Object.values(servers)) {
    for (const server of Object.values(kind)) {
      server.close();
      server.closeAllConnections();
    }
  }
}

main();
