'use strict';

// Receives what Java posts. Runs as a core module. Prints a line for every event, in order, and whether its tick came
// before the next event.

const { onEvent, openChannel, closeChannel } = require('internal/bridge');
const { EventType } = require('internal/layout');

const EVERY = 17; // callback that throws
const BUSY_NS = 200_000n;

const lines = [];
let isTicked = true;
let thrown = 0;
let count = 0;

const hashOf = (list, signed) => {
  let hash = 1;
  for (const item of list) hash = (Math.imul(31, hash) + (signed ? item << 24 >> 24 : item)) | 0;
  return hash;
};

function describe(value) {
  if (value instanceof Float64Array) return `doubles ${value.length} ${value.join()}`;
  if (value instanceof Uint8Array) return `bytes ${value.length} ${hashOf(value, true)}`;
  return `${typeof value} ${value}`;
}

function beBusy() {
  const end = process.hrtime.bigint() + BUSY_NS;
  while (process.hrtime.bigint() < end);
}

function received(line) {
  if (!isTicked) lines.push('an event came before the tick of the one before');
  isTicked = false;
  process.nextTick(() => { isTicked = true; });
  lines.push(line);
  if (count++ % 5 === 0) beBusy();
  if (count % EVERY === 0) {
    thrown++;
    isTicked = true; // as in Node, its tick runs after the next callback
    throw new Error('thrown by a callback');
  }
}

process.on('uncaughtException', (error) => {
  if (error.message !== 'thrown by a callback') lines.push(String(error.stack));
});

const keepsAlive = setInterval(() => {}, 1 << 30);
const messages = openChannel((value) => received(`message ${describe(value)}`));
openChannel(() => lines.push('a message on the wrong channel'));
onEvent(EventType.DATAGRAM, (id, kind, at, length, value, extra) => {
  if (id !== -1) {
    received(`datagram ${id} ${kind} ${at} ${length} ${value} ${extra}`);
    return;
  }
  clearInterval(keepsAlive);
  closeChannel(messages);
  console.log(lines.join('\n'));
  console.log(`${thrown === Math.floor(count / EVERY)} ${count}`);
});
