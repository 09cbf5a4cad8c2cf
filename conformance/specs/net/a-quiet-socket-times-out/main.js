'use strict';
// setTimeout: 'timeout' does not close, 0 switches it off, activity puts it off, arguments are checked.
const net = require('net');
const { once } = require('events');

(async () => {
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.resume();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = net.connect(server.address().port, '127.0.0.1');
  await once(socket, 'connect');
  console.log(socket.timeout, socket.setTimeout(20) === socket, socket.timeout);
  await once(socket, 'timeout');
  console.log('timeout', socket.destroyed, socket.writable);
  let count = 0;
  socket.setTimeout(20, () => { count++; });
  await once(socket, 'timeout');
  console.log('callback', count);
  const listener = () => console.log('never');
  socket.setTimeout(20, listener);
  socket.setTimeout(0, listener);
  console.log('listeners', socket.listenerCount('timeout'), socket.timeout);
  for (const [msecs, callback] of [['x'], [-1], [NaN], [Infinity], [1, 'x'], [undefined]]) {
    try {
      socket.setTimeout(msecs, callback);
      console.log(msecs, 'was taken');
    } catch (error) {
      console.log(msecs, error.code, error.message);
    }
  }
  socket.destroy();
  await once(socket, 'close');
  console.log(socket.setTimeout(5) === socket, socket.timeout);
  server.close();

  const early = new net.Socket({ });
  early.setTimeout(10, () => {
    console.log('before it is connected', early.connecting, early.pending, early.readyState);
    early.destroy();
  });
  const keeper = setInterval(() => {}, 1000);
  await once(early, 'close');
  clearInterval(keeper);
})();
