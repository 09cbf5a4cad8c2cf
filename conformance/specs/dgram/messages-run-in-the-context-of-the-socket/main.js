const { AsyncLocalStorage } = require('async_hooks');
const dgram = require('dgram');

const storage = new AsyncLocalStorage();
const socket = storage.run('made here', () => dgram.createSocket('udp4'));
storage.run('bound here', () => socket.bind(0, '127.0.0.1', () => {
  console.log('listening', storage.getStore());
  storage.run('sent here', () => socket.send('x', socket.address().port, '127.0.0.1', () => {
    console.log('sent', storage.getStore());
  }));
}));
storage.run('listened here', () => socket.on('message', () => {
  console.log('message', storage.getStore());
  socket.close(() => console.log('close', storage.getStore()));
}));
