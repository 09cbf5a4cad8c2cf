const dgram = require('dgram');

const controller = new AbortController();
const socket = dgram.createSocket({ type: 'udp4', signal: controller.signal });
socket.on('close', () => console.log('close'));
socket.bind(0, '127.0.0.1', () => {
  const { port } = socket.address();
  const client = dgram.createSocket('udp4');
  socket.on('message', (message) => {
    console.log(`${message}`);
    controller.abort(); // what has come with it is not told any more
  });
  client.bind(0, '127.0.0.1', async () => {
    for (const text of ['one', 'two', 'three']) client.send(text, port, '127.0.0.1');
    await new Promise((resolve) => { socket.on('close', resolve); });
    await client[Symbol.asyncDispose]();
    await client[Symbol.asyncDispose]();
    console.log('disposed');
  });
});
dgram.createSocket({ type: 'udp4', signal: AbortSignal.abort() }).on('close', () => console.log('closed at once'));
