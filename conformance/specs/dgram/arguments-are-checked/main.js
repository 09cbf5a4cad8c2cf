const dgram = require('dgram');

const socket = dgram.createSocket('udp4');
const attempts = [
  () => dgram.createSocket(),
  () => dgram.createSocket('udp5'),
  () => dgram.createSocket({ type: 'udp4', lookup: 1 }),
  () => dgram.createSocket({ type: 'udp4', recvBufferSize: -1 }),
  () => dgram.createSocket({ type: 'udp4', sendBufferSize: 'x' }),
  () => dgram.createSocket({ type: 'udp4', signal: {} }),
  () => dgram.createSocket({ type: 'udp4', receiveBlockList: {} }),
  () => socket.send(),
  () => socket.send('x'),
  () => socket.send('x', 0),
  () => socket.send('x', 65536),
  () => socket.send(1, 53),
  () => socket.send(['x', 1], 53),
  () => socket.send('x', 53, 5),
  () => socket.send('x', 2, 1, 53),
  () => socket.send('x', 0, 2, 53),
  () => socket.sendto('x', 'a', 1, 53, 'b'),
  () => socket.sendto('x', 0, 1, 53),
  () => socket.connect(0),
  () => socket.connect(53, 5),
  () => socket.bindSync({ port: -1 }),
  () => socket.bindSync({ address: 'localhost' }),
  () => socket.bindSync(5),
  () => socket.connectSync(53, 'localhost'),
  () => socket.setTTL('x'),
  () => socket.setMulticastTTL('x'),
  () => socket.setMulticastInterface(1),
  () => socket.addMembership(),
  () => socket.dropMembership(),
  () => socket.addSourceSpecificMembership(1),
  () => socket.addSourceSpecificMembership('1.2.3.4', 1),
  () => socket.setRecvBufferSize(-1),
  () => socket.setSendBufferSize('x'),
];
for (const attempt of attempts) {
  try {
    attempt();
    console.log('nothing thrown', `${attempt}`);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
socket.close();
for (const name of ['bind', 'bindSync', 'close', 'address', 'remoteAddress', 'setMulticastInterface']) {
  try {
    socket[name]();
  } catch (error) {
    console.log(name, error.code, error.message);
  }
}
