const dgram = require('dgram');

const attempt = (what) => {
  try {
    console.log(what());
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};
const receiver = dgram.createSocket('udp4');
const client = dgram.createSocket('udp4');
attempt(() => client.remoteAddress());
attempt(() => client.disconnect());
receiver.bind(0, '127.0.0.1', () => {
  const { port } = receiver.address();
  client.connect(port, '127.0.0.1', () => {
    attempt(() => client.remoteAddress().address);
    attempt(() => client.connect(port));
    attempt(() => client.send('x', port));
    attempt(() => client.send('x', 0, 1, port));
    client.send('hello', (error, bytes) => console.log(error, bytes));
    receiver.once('message', (message, { port: from }) => {
      console.log(`${message}`, from === client.address().port);
      attempt(() => client.disconnect());
      attempt(() => client.remoteAddress());
      attempt(() => client.send('x'));
      client.close();
      receiver.close();
    });
  });
  attempt(() => client.connect(port));
});
