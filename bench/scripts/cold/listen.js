'use strict';

// Ends when a server listens: node listen.js express|fastify. Packages are found by NODE_PATH.

const done = () => process.exit(0);

if (process.argv[2] === 'express') {
  const app = require('express')();
  app.get('/', (_, response) => response.send('hello'));
  app.listen(0, '127.0.0.1', done);
} else {
  const app = require('fastify')();
  app.get('/', async () => ({ hello: 'world' }));
  app.listen({ port: 0, host: '127.0.0.1' }).then(done);
}
