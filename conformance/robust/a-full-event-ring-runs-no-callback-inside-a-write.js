'use strict';

// Thousands of writes fail in one turn, more than the ring of events between Java and JavaScript holds. No callback may
// run before the code that writes has returned, none may be lost, and what was written to a healthy connection in between
// arrives as it was.

const assert = require('assert');
const net = require('net');

const ROUNDS = 3000; // the ring holds 2,048 events
const BIG = 'x'.repeat(80 << 10); // so much in one turn asks the kernel before the write returns

let inside = false;
const errors = [];

/** Two ends of a connection: [here, there]. */
function pair(server) {
  return new Promise((resolve) => {
    const here = net.connect(server.address().port, '127.0.0.1');
    server.once('connection', (there) => (here.connecting ? here.once('connect', () => resolve([here, there])) : resolve([here, there])));
  });
}

async function main() {
  const server = net.createServer({ pauseOnConnect: true });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const [healthy, receiver] = await pair(server);
  const broken = [];
  for (let i = 0; i < 2; i++) {
    const [here, there] = await pair(server);
    here.on('error', (error) => {
      errors.push([i, inside, error.code]);
      healthy.write(`error ${i}\n`);
    });
    broken.push({ here, there });
  }
  let received = '';
  receiver.setEncoding('latin1').on('data', (text) => { received += text; }).resume();
  const ended = new Promise((resolve) => receiver.once('end', resolve));
  const expected = [];

  inside = true;
  for (const { there } of broken) there.resetAndDestroy();
  for (let i = 0; i < ROUNDS; i++) {
    for (const { here } of broken) here.write('lost');
    if (i % 100 === 0) {
      expected.push(`line ${i}`);
      healthy.write(`line ${i}\n`);
    }
  }
  expected.push(BIG);
  healthy.write(`${BIG}\n`);
  for (const { here } of broken) here.write(BIG);
  inside = false;
  assert.strictEqual(errors.length, 0, 'callbacks ran inside a write');

  await Promise.all(broken.map(({ here }) => new Promise((resolve) => here.once('close', resolve))));
  assert.deepStrictEqual(errors.map(([i, isInside]) => [i, isInside]).sort(), [[0, false], [1, false]]);
  for (const [, , code] of errors) assert.match(code, /^(EPIPE|ECONNRESET)$/);
  expected.push(...errors.map(([i]) => `error ${i}`));
  healthy.end();
  await ended;
  assert.strictEqual(received, `${expected.join('\n')}\n`);
  server.close();
  receiver.destroy();
  console.log('ok');
}

main();
