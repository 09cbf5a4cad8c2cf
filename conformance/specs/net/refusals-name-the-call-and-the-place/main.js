'use strict';
// EADDRINUSE, ECONNREFUSED, ENOENT, EACCES by name: code, syscall, address, message.
const net = require('net');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { once } = require('events');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'refused-'));

const plain = (emitter) => new Promise((resolve) => { emitter.once('error', resolve); });

(async () => {
  const first = net.createServer().listen(0, '127.0.0.1');
  await once(first, 'listening');
  const { port } = first.address();
  const report = async (name, emitter) => {
    const error = await plain(emitter);
    const hide = (text) => String(text).replaceAll(folder, 'FOLDER').replaceAll(String(port), 'PORT');
    console.log(name, {
      code: error.code, syscall: error.syscall, errno: error.errno, address: error.address && hide(error.address),
      samePort: error.port === port, message: hide(error.message),
    });
  };
  await report('listen on a port in use', net.createServer().listen(port, '127.0.0.1'));
  first.close();
  await once(first, 'close');
  const socket = net.connect(port, '127.0.0.1');
  socket.on('close', (hadError) => console.log('close', hadError, socket.destroyed, socket.connecting));
  await report('connect to nobody', socket);
  await once(socket, 'close');

  await report('no such path', net.connect(path.join(folder, 'nobody')));
  await report('no such folder', net.createServer().listen(path.join(folder, 'no', 'where')));
  fs.writeFileSync(path.join(folder, 'file'), '');
  await report('a file is no socket', net.connect(path.join(folder, 'file')));
  await report('a path in use', net.createServer().listen(path.join(folder, 'file')));
  await report('an address of others', net.createServer().listen(0, '192.0.2.1'));

  const calls = {
    'no arguments': () => net.connect(),
    'a port too large': () => net.connect(70000),
    'a port of another type': () => net.connect({ port: {} }),
    'no port, no path': () => net.connect({ host: 'localhost' }),
    'a bad local address': () => net.connect({ port: 1, localAddress: 'nonsense' }),
    'a bad lookup': () => net.connect({ port: 1, host: 'x', lookup: 3 }),
    'a bad timeout': () => new net.Socket().setTimeout('soon'),
    'object mode': () => new net.Socket({ objectMode: true }),
  };
  for (const [name, call] of Object.entries(calls)) {
    try {
      call();
      console.log(name, 'was taken');
    } catch (error) {
      console.log(name, error.name, error.code, error.message.split('\n')[0]);
    }
  }
  fs.rmSync(folder, { recursive: true });
})();
