const { AsyncLocalStorage } = require('async_hooks');
const dns = require('dns');
const { open, record, respond, u8 } = require('../server');

const storage = new AsyncLocalStorage();

(async () => {
  const server = await open((query) => respond(query, [record('x', 'A', 1, u8(1, 2, 3, 4))]));
  const resolver = new dns.Resolver();
  resolver.setServers([server.address]);
  let left = 3;
  const done = (what) => {
    console.log(what, storage.getStore());
    if (--left === 0) server.close();
  };
  // One after the other, so that their order is known.
  storage.run('first', () => resolver.resolve4('a.example', () => {
    done('resolve4');
    storage.run('second', () => dns.lookup('127.0.0.1', () => {
      done('lookup');
      storage.run('third', () => dns.lookup('127.1', () => done('getaddrinfo')));
    }));
  }));
})();
