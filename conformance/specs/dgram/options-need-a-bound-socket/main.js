const dgram = require('dgram');

const attempt = (what) => {
  try {
    console.log(what());
  } catch (error) {
    console.log(error.name, error.code, error.errno, error.syscall, error.message);
  }
};
const all = (socket) => {
  attempt(() => socket.setTTL(5));
  attempt(() => socket.setTTL(0));
  attempt(() => socket.setTTL(256));
  attempt(() => socket.setMulticastTTL(8));
  attempt(() => socket.setMulticastTTL(300));
  attempt(() => socket.setMulticastLoopback(1));
  attempt(() => socket.setBroadcast(true));
  attempt(() => socket.setMulticastInterface(''));
  attempt(() => socket.getRecvBufferSize() > 0);
  attempt(() => socket.setRecvBufferSize(8192));
  attempt(() => socket.getSendQueueSize());
  attempt(() => socket.getSendQueueCount());
};
const socket = dgram.createSocket('udp4');
all(socket);
attempt(() => socket.address());
attempt(() => socket.addMembership('not a group'));
socket.close();
const bound = dgram.createSocket('udp4');
bound.bind(0, '127.0.0.1', () => {
  all(bound);
  attempt(() => bound.bind());
  attempt(() => bound.addMembership('1.2.3.4'));
  attempt(() => bound.setRecvBufferSize(2 ** 32 - 1));
  bound.close();
});
