'use strict';

// A client sends all its frames in one packet. The program hears of each, with its ticks and promises, before the next.

const http2 = require('http2');
const net = require('net');

const frame = (type, flags, stream, payload = Buffer.alloc(0)) => Buffer.concat([
  Buffer.from([payload.length >> 16, payload.length >> 8, payload.length, type, flags, 0, 0, 0, stream]), payload,
]);
const START = [Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(4, 0, 0), frame(4, 1, 0)];
const GET = Buffer.from('828684410161', 'hex');
const POST = Buffer.from('838684410161', 'hex');
const RESET = Buffer.from([0, 0, 0, 8]);

function run(name, parts, options, onStream, isLast) {
  return new Promise((resolve) => {
    console.log(name);
    const server = http2.createServer(options);
    server.on('sessionError', (error) => console.log('session', error.code, error.message));
    server.on('stream', (stream) => {
      const { id } = stream;
      console.log('stream', id, stream.destroyed, stream.closed, stream.aborted);
      Promise.resolve().then(() => console.log('promise', id)).then(() => console.log('promise of a promise', id));
      process.nextTick(() => console.log('tick', id));
      stream.on('aborted', () => console.log('aborted', id));
      stream.on('error', (error) => console.log('error', id, error.code));
      stream.on('close', () => {
        console.log('close', id, stream.rstCode);
        if (!isLast(id)) return;
        socket.destroy();
        server.close(resolve);
      });
      onStream(stream);
    });
    let socket;
    server.listen(0, () => {
      socket = net.connect(server.address().port);
      socket.on('error', () => {});
      socket.resume();
      socket.write(Buffer.concat([...START, ...parts]));
    });
  });
}

(async () => {
  await run('reset at once', [1, 3, 5].flatMap((id) => [frame(1, 5, id, GET), frame(3, 0, id, RESET)]), {}, (stream) => {
    stream.respond();
    stream.end('x');
  }, (id) => id === 5);
  await run('a body and a reset', [frame(1, 4, 1, POST), frame(0, 0, 1, Buffer.from('one')), frame(0, 0, 1, Buffer.from('two')), frame(3, 0, 1, RESET)], {}, (stream) => {
    stream.on('data', (data) => console.log('data', data.toString()));
    stream.on('end', () => console.log('end'));
  }, () => true);
  await run('a whole body', [frame(1, 4, 1, POST), frame(0, 0, 1, Buffer.from('one')), frame(0, 1, 1, Buffer.from('two'))], {}, async (stream) => {
    stream.respond();
    for await (const data of stream) console.log('data', data.toString());
    stream.end('x');
  }, () => true);
  await run('more than the window', [frame(1, 4, 1, POST), ...Array.from({ length: 6 }, () => frame(0, 0, 1, Buffer.alloc(18, 'x')))],
    { settings: { initialWindowSize: 18 } }, (stream) => {
      stream.resume();
      stream.respond();
      stream.end('ok');
    }, () => true);
})();
