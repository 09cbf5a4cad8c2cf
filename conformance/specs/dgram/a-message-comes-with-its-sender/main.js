const dgram = require('dgram');

const messages = ['text', '\u00e9', Buffer.from([1, 2, 3]), new Uint16Array([1, 2]), new DataView(new ArrayBuffer(2)), '',
  ['a', Buffer.from('b'), new Uint8Array([99])], []];

const receiver = dgram.createSocket('udp4', (message, sender) => {
  console.log(message, Buffer.isBuffer(message), message.buffer.byteLength);
  console.log({ ...sender, port: sender.port === client.address().port });
  next();
});
const client = dgram.createSocket('udp4');

function next() {
  const { port } = receiver.address();
  const message = messages.shift();
  if (message !== undefined) {
    client.send(message, port, '127.0.0.1', (error, bytes) => console.log(error, bytes));
    return;
  }
  receiver.removeAllListeners('message');
  receiver.on('message', (part) => {
    console.log(`${part}`);
    receiver.close();
    client.close();
  });
  client.send('_part_', 1, 4, port, '127.0.0.1');
}

receiver.bind(0, '127.0.0.1', () => {
  const { port, ...rest } = receiver.address();
  console.log(typeof port, rest);
  client.bind(0, '127.0.0.1', next);
});
