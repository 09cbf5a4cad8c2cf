'use strict';

const net = require('net');
const { once } = require('events');

const tried = (what) => {
  try {
    return what();
  } catch (error) {
    return `${error.name} ${error.code}: ${error.message}`;
  }
};

const path = '\0gyre-bound-' + process.pid;

(async () => {
  for (const options of [5, { port: -1 }, { host: 'localhost' }, { host: 5 }, { ipv6Only: 1 }, { reusePort: 'x' }, { path: 5 },
    { path: 'x', port: 0 }, { host: '192.0.2.1' }, { path: '/nowhere/at/all' }, { path: 'x'.repeat(300) }]) {
    console.log(tried(() => new net.BoundSocket(options)));
  }
  const bound = new net.BoundSocket({ host: '127.0.0.1' });
  const { port, ...rest } = bound.address();
  console.log(rest, port > 0, bound.fd() > 2, bound.isPipe);

  const server = net.createServer((socket) => socket.pipe(socket));
  await once(server.listen(bound), 'listening');
  console.log(server.address().port === port);
  for (const name of ['address', 'fd', 'close']) console.log(name, tried(() => bound[name]()));
  bound[Symbol.dispose]();
  console.log(tried(() => net.createServer().listen(bound)));
  console.log(tried(() => new net.BoundSocket({ host: '127.0.0.1', port })).replace(port, 'PORT'));

  const source = new net.BoundSocket({ host: '127.0.0.1' });
  const own = source.address().port;
  const client = new net.Socket({ handle: source });
  console.log(tried(() => client.connect({ port, localPort: 1 })).split('. Received')[0]);
  client.connect({ port, host: '127.0.0.1' });
  console.log(client.localAddress, client.localPort === own);
  await once(client, 'connect');
  client.end('echo');
  console.log(String(await once(client, 'data')));
  await once(server.close(), 'close');

  const pipe = new net.BoundSocket({ path });
  console.log(pipe.isPipe, pipe.address() === path, tried(() => new net.BoundSocket({ path })));
  const local = net.createServer((socket) => socket.end('by path'));
  await once(local.listen(pipe), 'listening');
  console.log(local.address() === path, String(await once(net.connect(path), 'data')));
  local.close();
})();
