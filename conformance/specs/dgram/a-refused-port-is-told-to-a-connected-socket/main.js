const dgram = require('dgram');

const gone = dgram.createSocket('udp4');
gone.bind(0, '127.0.0.1', () => {
  const { port } = gone.address();
  gone.close(() => {
    const client = dgram.createSocket('udp4');
    client.on('error', ({ code, errno, syscall, message }) => {
      console.log(code, errno, syscall, message);
      client.close();
    });
    client.connect(port, '127.0.0.1', () => client.send('anybody?'));
  });
});
