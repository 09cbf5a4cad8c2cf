'use strict';

// Writes at random through the core's own handles and socket memory, in turns of all lengths. Runs as a core module.
// Prints, for every socket, how many commands and bytes it has submitted, and a hash of the bytes in their order.

const { StreamHandle } = require('internal/net/stream_handle');
const { openChannel } = require('internal/bridge');
const { submit } = require('internal/bridge/submissions');
const { MAX_SUBMISSIONS } = require('internal/layout').Submission;
const { SOCKET_READ } = require('internal/layout').Operation;

const SOCKETS = 5;
const ROUNDS = 120;

let state = Number(process.env.SEED);
function random(limit) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor(state / 2 ** 32 * limit);
}

const sockets = Array.from({ length: SOCKETS }, () => ({
  handle: new StreamHandle('TCP'), bytes: 0, hash: 1, commands: 0, isReading: false,
}));

function note(socket, bytes) {
  for (const byte of bytes) socket.hash = (Math.imul(31, socket.hash) + byte) | 0;
  socket.bytes += bytes.length;
}

function write(socket) {
  const length = random(100) === 0 ? random(32 << 10) : random(300);
  switch (random(3)) {
    case 0: {
      const bytes = Buffer.alloc(length);
      for (let i = 0; i < length; i++) bytes[i] = random(256);
      note(socket, bytes);
      socket.handle.writeBytes(bytes);
      bytes.fill(0); // it was copied
      break;
    }
    case 1: {
      const text = `${socket.handle.id} äöü 日本 ${'y'.repeat(length)}${random(1000)}`;
      note(socket, Buffer.from(text));
      socket.handle.writeUtf8(text);
      break;
    }
    default: {
      const text = `${'\xe4'.repeat(random(2))}${'z'.repeat(length)}${random(1000)}`;
      note(socket, Buffer.from(text, 'latin1'));
      socket.handle.writeLatin1(text);
    }
  }
}

function command(socket) {
  if (socket.isReading) socket.handle.readStop();
  else socket.handle.readStart();
  socket.isReading = !socket.isReading;
  socket.commands++;
}

// More records than there is room for: the list is carried out in the middle of the turn.
function overflow(socket) {
  for (let i = 0; i < 2 * MAX_SUBMISSIONS + 7; i++) submit(SOCKET_READ, socket.handle.id, 0, 0);
  socket.commands += 2 * MAX_SUBMISSIONS + 7;
}

function round(left) {
  if (left === 0) {
    const results = sockets.map(({ handle, bytes, hash, commands }) => `${handle.id} ${bytes} ${hash} ${commands}`);
    setImmediate(() => console.log(results.join('\n')));
    return;
  }
  for (let i = random(60); i > 0; i--) {
    const socket = sockets[random(SOCKETS)];
    if (random(5) === 0) command(socket);
    else write(socket);
  }
  if (random(30) === 0) overflow(sockets[random(SOCKETS)]);
  switch (random(4)) {
    case 0: return round(left - 1);
    case 1: return void process.nextTick(round, left - 1);
    case 2: return void Promise.resolve(left - 1).then(round);
    default: setImmediate(round, left - 1);
  }
}

// When Java has put its handlers in place.
const keepsAlive = setInterval(() => {}, 1 << 30);
openChannel(() => {
  clearInterval(keepsAlive);
  round(ROUNDS);
});
