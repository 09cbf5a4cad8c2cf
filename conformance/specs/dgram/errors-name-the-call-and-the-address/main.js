const dgram = require('dgram');

const show = (error) => console.log(error.message.replace(/\d{4,5}$/, 'PORT'), error.code, error.errno, error.syscall, error.address,
                                    typeof error.port);
const first = dgram.createSocket('udp4');
first.bind(0, '127.0.0.1', () => {
  const { port } = first.address();
  const second = dgram.createSocket('udp4');
  second.on('error', (error) => {
    show(error);
    second.removeAllListeners('error');
    second.on('error', show);
    second.bind(0, '203.0.113.1');
    setImmediate(() => {
      const sync = dgram.createSocket('udp4');
      for (const options of [{ port, address: '127.0.0.1' }, { address: '203.0.113.1' }]) {
        try {
          sync.bindSync(options);
        } catch (error) {
          show(error);
        }
      }
      console.log(sync.bindSync({ address: '127.0.0.1' }).address);
      sync.send(Buffer.alloc(70000), port, '127.0.0.1', (error) => {
        show(error);
        sync.send('x', port, '::1', (error) => {
          show(error);
          sync.close();
          second.close();
          first.close();
        });
      });
    });
  });
  second.bind(port, '127.0.0.1');
});
