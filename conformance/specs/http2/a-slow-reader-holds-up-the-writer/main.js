'use strict';

// A large body and a reader that stops: the windows of stream and session hold up the writer, and no byte is lost.

const { createHash } = require('crypto');
const { once } = require('events');
const http2 = require('http2');

const SIZE = 3 << 20;
const content = Buffer.allocUnsafe(SIZE);
for (let i = 0; i < SIZE; i++) content[i] = (i * 7 + (i >> 8)) & 255;
const digest = (bytes) => createHash('sha256').update(bytes).digest('hex');
const turns = (count) => new Promise((resolve) => {
  const turn = () => (count-- > 0 ? setImmediate(turn) : resolve());
  turn();
});

async function slowly(stream) {
  const chunks = [];
  let pauses = 0;
  stream.on('data', (chunk) => {
    chunks.push(chunk);
    if (chunks.length % 20 !== 0) return;
    pauses++;
    stream.pause();
    turns(5).then(() => stream.resume());
  });
  await once(stream, 'end');
  return { hash: digest(Buffer.concat(chunks)), isPaused: pauses > 0 };
}

const server = http2.createServer({ settings: { initialWindowSize: 40000 } });
const writers = {};
server.on('stream', async (stream, headers) => {
  const path = headers[':path'];
  if (path === '/up') {
    const { hash, isPaused } = await slowly(stream);
    stream.respond({ 'x-hash': hash, 'x-paused': String(isPaused) }, { endStream: true });
    return;
  }
  stream.respond();
  let held = 0;
  for (let at = 0; at < SIZE; at += 50000) {
    if (!stream.write(content.subarray(at, at + 50000))) {
      held++;
      await once(stream, 'drain');
    }
  }
  writers[path] = held > 0;
  stream.end();
});

server.listen(0, async () => {
  const client = http2.connect(`http://localhost:${server.address().port}`, { settings: { initialWindowSize: 20000 } });
  const down = client.request({ ':path': '/down' });
  const result = await slowly(down);
  console.log('down', result.hash === digest(content), result.isPaused, writers['/down']);

  // A stream that nobody reads must not hold up another.
  const stuck = client.request({ ':path': '/stuck' });
  await once(stuck, 'response');
  const other = client.request({ ':path': '/other' });
  console.log('beside one that is not read', (await slowly(other)).hash === digest(content), writers['/stuck']);
  let rest = 0;
  for await (const chunk of stuck) rest += chunk.length;
  console.log('read at last', rest === SIZE);

  const up = client.request({ ':path': '/up', ':method': 'POST' });
  up.end(content);
  const [answer] = await once(up, 'response');
  console.log('up', answer['x-hash'] === digest(content), answer['x-paused']);
  up.resume();
  await once(up, 'close');

  // The window of the session is shared: all of it at once.
  const many = await Promise.all([1, 2, 3, 4].map(async (i) => slowly(client.request({ ':path': `/many${i}` }))));
  console.log('many', many.map(({ hash }) => hash === digest(content)).join());
  console.log(client.state.effectiveLocalWindowSize, client.state.remoteWindowSize > 0);
  client.close();
  server.close();
});
