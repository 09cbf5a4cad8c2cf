const dgram = require('dgram');

const active = () => process.getActiveResourcesInfo().filter((name) => name === 'UDPWrap').length;
const socket = dgram.createSocket('udp4');
socket.bind(0, '127.0.0.1', () => {
  console.log(active());
  console.log(socket.unref() === socket, active());
  console.log(socket.ref() === socket, active());
  socket.unref();
});
dgram.createSocket('udp4');
process.on('exit', () => console.log('exit', active()));
