const dgram = require('dgram');

const log = (text) => () => console.log(text);
const socket = dgram.createSocket('udp4');
for (const event of ['listening', 'connect', 'close', 'error']) socket.on(event, log(event));
console.log(socket.bind(0, '127.0.0.1', log('bind callback')) === socket);
process.nextTick(log('tick'));
setImmediate(() => {
  const { port } = socket.address();
  const peer = dgram.createSocket('udp4');
  console.log(peer.send('before it is bound', port, '127.0.0.1', (error, bytes) => {
    console.log('sent', error, bytes);
    peer.close(log('peer closed'));
  }));
  peer.on('listening', log('peer listening'));
  socket.once('message', (message) => {
    console.log(`${message}`);
    socket.connect(port, '127.0.0.1', () => {
      console.log('connect callback', socket.remoteAddress().port === port);
      console.log(socket.close(log('close callback')) === socket);
      process.nextTick(log('tick after close'));
    });
  });
});
