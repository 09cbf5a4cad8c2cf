'use strict';
const cluster = require('cluster');
const dgram = require('dgram');
const net = require('net');

if (cluster.isWorker) {
  const { PORT } = process.env;
  const tell = (what, error) => console.log(what, error && `${error.name} ${error.code} ${error.syscall} ${error.errno}: ${error.message.replace(PORT, 'PORT')}`);
  const attempt = (what, options) => new Promise((done) => {
    const server = net.createServer();
    server.on('error', (error) => {
      tell(what, error);
      done();
    });
    server.listen(options, () => {
      tell(what, undefined);
      server.close(done);
    });
  });
  (async () => {
    await attempt('taken', { port: +PORT, host: '127.0.0.1' });
    await attempt('taken, exclusive', { port: +PORT, host: '127.0.0.1', exclusive: true });
    await attempt('not ours', { port: 0, host: '192.0.2.1' });
    await attempt('path', { path: '/nonexistent/folder/socket' });
    await attempt('free', { port: 0, host: '127.0.0.1' });
    const socket = dgram.createSocket('udp4');
    socket.on('error', (error) => {
      tell('udp', error);
      socket.close();
      const server = net.createServer(() => {});
      server.listen(0, '127.0.0.1');
      server.close(() => {
        console.log('closed before the reply');
        cluster.worker.disconnect();
      });
    });
    socket.bind(1, '192.0.2.1');
  })();
} else {
  try {
    cluster.setupPrimary({ inspectPort: null });
    cluster.fork();
  } catch (error) {
    console.log(error.code);
    delete cluster.settings.inspectPort;
  }
  const taken = net.createServer().listen(0, '127.0.0.1', () => {
    const worker = cluster.fork({ PORT: taken.address().port });
    worker.on('exit', (code) => {
      console.log('exit', code, worker.exitedAfterDisconnect);
      taken.close();
    });
  });
}
