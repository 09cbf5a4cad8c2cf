const dgram = require('dgram');

const lookup = (host, family, callback) => {
  console.log(host, family);
  if (host === 'missing') process.nextTick(callback, new Error('no such host'));
  else process.nextTick(callback, null, '127.0.0.1', 4);
};
const socket = dgram.createSocket({ type: 'udp4', lookup });
socket.on('message', (message) => {
  console.log(`${message}`);
  socket.send('x', 1, 'missing', (error) => {
    console.log(error.message);
    socket.on('error', ({ message }) => {
      console.log('error', message);
      socket.close();
    });
    socket.send('x', 1, 'missing');
  });
});
socket.bind(0, 'here', () => socket.send('hello', socket.address().port, 'there'));
