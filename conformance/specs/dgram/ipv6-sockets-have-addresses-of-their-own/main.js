const dgram = require('dgram');

const socket = dgram.createSocket({ type: 'udp6', ipv6Only: true });
socket.on('error', (error) => {
  console.log(error.code);
  socket.close();
});
socket.on('message', (message, { address, family, size }) => {
  console.log(`${message}`, address, family, size);
  socket.close();
});
socket.bind(0, '::1', () => {
  const { address, family, port } = socket.address();
  console.log(address, family);
  socket.send('hello', port, (error, bytes) => console.log(error, bytes));
});
