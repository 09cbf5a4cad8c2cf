'use strict';

const net = require('net');
const { inspect } = require('util');

const told = (error) => [error.name, error.code, error.syscall, error.address, error.message].filter(Boolean).join(' | ');
const first = (emitter, ...events) => new Promise((resolve) => {
  for (const event of events) emitter.once(event, (value) => resolve(value instanceof Error ? told(value) : event));
});

async function outcome(begin, ...events) {
  let emitter;
  try {
    emitter = begin();
  } catch (error) {
    return `thrown: ${told(error)}`;
  }
  const answer = await first(emitter, ...events);
  if (emitter instanceof net.Server) emitter.close();
  else emitter.destroy();
  return answer;
}

(async () => {
  for (const args of [[-1], [65536], ['x'], [NaN], [true], [{}], [{ port: 'x' }], [{ path: 5 }], [Symbol('x')], [5n], [{ port: ' ' }],
    [{ port: '0x1f' , host: '192.0.2.1' }], [{ signal: 5, port: 0 }], [{ port: 0, backlog: 'x' }], [0, '192.0.2.1'], ['/tmp'],
    ['/none/x/y.sock'], [`/tmp/${'x'.repeat(200)}`], [{ fd: 99999 }]]) {
    const server = net.createServer();
    console.log('listen', inspect(args), await outcome(() => server.listen(...args), 'listening', 'error'));
  }
  for (const args of [[-1], ['x'], [true], [{}], [], [{ port: 1.5 }], [{ port: 1, host: 5 }], [{ port: 1, host: 'a\0b' }],
    [{ port: 1, localAddress: 'x' }], [{ port: 1, localPort: 'x' }], [{ port: 1, lookup: 5, host: 'x' }], [{ path: 5 }],
    [{ port: 1, host: '127.0.0.1', localAddress: '192.0.2.1' }], [{ port: 1, host: '127.0.0.1', autoSelectFamily: 'x' }],
    [{ port: 1, host: '127.0.0.1', objectMode: true }], [{ port: 1, host: '127.0.0.1', blockList: {} }], [1, '127.0.0.1'],
    ['/none.sock'], ['/tmp']]) {
    console.log('connect', inspect(args), await outcome(() => net.connect(...args), 'connect', 'error'));
  }
  for (const options of [{ fd: -1 }, { fd: 99999 }, { fd: 'x' }]) {
    console.log('new Socket', inspect(options), await outcome(() => new net.Socket(options), 'error'));
  }
})();
