'use strict';

const { Readable } = require('node:stream');
const Fastify = require('fastify');
const { show, json } = require('../request');

const lines = [];
const app = Fastify({
  logger: {
    level: 'debug',
    base: null,
    timestamp: false,
    stream: { write: (line) => lines.push(line) },
    serializers: {
      req: ({ method, url }) => ({ method, url }),
      res: ({ statusCode }) => ({ statusCode }),
      err: ({ message, code, validation }) => ({ message, code, validation }),
    },
  },
});

const steps = [];
for (const hook of ['onRequest', 'preValidation', 'preHandler']) {
  app.addHook(hook, (request, reply, done) => { steps.push(hook); done(); });
}
app.addHook('preParsing', async (request, reply, payload) => { steps.push('preParsing'); return payload; });
app.addHook('preSerialization', async (request, reply, payload) => { steps.push('preSerialization'); return { ...payload, hooked: true }; });
app.addHook('onSend', async (request, reply, payload) => { steps.push('onSend'); reply.header('x-hook', 'sent'); return payload; });
app.addHook('onError', async (request, reply, error) => { steps.push(`onError ${error.message}`); });
app.addHook('onResponse', async () => { steps.push('onResponse'); });
app.addHook('onRoute', ({ method, url }) => console.log('route', method, url));
app.addHook('onReady', async () => console.log('ready'));
app.addHook('onListen', async () => console.log('listening'));
app.addHook('onClose', async () => console.log('closing'));

app.decorate('double', (n) => n * 2);
app.decorateRequest('tag', '');
app.addHook('preHandler', async (request) => { request.tag = `tag of ${request.method}`; });

app.get('/', async () => ({ hello: 'world' }));
app.get('/reply', (request, reply) => { reply.code(201).type('text/plain').send(`${request.tag} ${app.double(21)}`); });
app.get('/stream', (request, reply) => reply.send(Readable.from(['one ', 'two ', 'three'])));
app.get('/buffer', async () => Buffer.from('bytes'));
app.get('/nothing', async (request, reply) => reply.code(204).send());
app.get('/fails', async () => { throw Object.assign(new Error('no luck'), { statusCode: 409 }); });
app.get('/user/:id(^\\d+)/:rest', async ({ params, query }) => ({ params, query }));
app.get('/log', async (request) => { request.log.debug({ extra: [1, 2] }, 'inside %s', 'the handler'); return {}; });

app.post('/person', {
  schema: {
    body: {
      type: 'object',
      required: ['name', 'age'],
      additionalProperties: false,
      properties: {
        name: { type: 'string', minLength: 2 },
        age: { type: 'integer', minimum: 0 },
        mail: { type: 'string', format: 'email' },
        tags: { type: 'array', items: { type: 'string' }, default: ['none'] },
      },
    },
    querystring: { type: 'object', properties: { dry: { type: 'boolean' } } },
    response: {
      '2xx': { type: 'object', properties: { name: { type: 'string' }, age: { type: 'number' }, tags: { type: 'array', items: { type: 'string' } }, dry: { type: 'boolean' } } },
    },
  },
}, async ({ body, query }) => ({ ...body, ...query, secret: 'not in the schema' }));

app.register(async (scope) => {
  scope.decorate('inner', true);
  scope.setErrorHandler((error, request, reply) => reply.code(500).send({ handled: error.message }));
  scope.setNotFoundHandler((request, reply) => reply.code(404).send({ lost: request.url }));
  scope.get('/fails', async () => { throw new Error('inside'); });
}, { prefix: '/scope' });
app.addContentTypeParser('text/csv', { parseAs: 'string' }, (request, body, done) => done(null, body.split(',')));
app.post('/any', async ({ body }) => ({ body }));

(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const ask = async (path, options) => {
    await show(app.server, path, options);
    console.log('  steps:', steps.splice(0).filter((step) => step !== 'onResponse').join(', '));
  };
  console.log('inner decorator outside:', app.hasDecorator('inner'));
  for (const path of ['/', '/reply', '/stream', '/buffer', '/nothing', '/fails', '/log', '/user/12/x?y=1', '/user/ab/x', '/scope/fails', '/scope/none']) await ask(path);
  await ask('/', { method: 'HEAD' });
  await ask('/person?dry=true', json({ name: 'Ada', age: '36', more: 1 }));
  await ask('/person', json({ name: 'A', age: -1 }));
  await ask('/person', json({ name: 'Ada', age: 36, mail: 'nobody' }));
  await ask('/person?dry=maybe', json({ name: 'Ada', age: 36 }));
  await ask('/person', json({}));
  await ask('/any', { method: 'POST', headers: { 'content-type': 'text/csv' }, body: 'a,b,c' });
  await ask('/any', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' });
  await ask('/any', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '' });
  await ask('/any', { method: 'POST', headers: { 'content-type': 'image/png' }, body: 'x' });
  await ask('/any', json({ '__proto__x': 1, 'big': 'x'.repeat(2 ** 20) }));

  const injected = await app.inject({ method: 'POST', url: '/any', payload: { by: 'inject' } });
  console.log('injected', injected.statusCode, injected.json());
  console.log(app.printRoutes());
  await app.close();
  console.log('closed; the log:');
  // By request: the next one can come before the server says that the last is done.
  const requestOf = (line) => JSON.parse(line).reqId;
  for (const line of Object.values(Object.groupBy(lines, requestOf)).flat()) {
    console.log(line.trim().replace(/"responseTime":[\d.e-]+/, '"responseTime":0').replace(/127\.0\.0\.1:\d+/, '127.0.0.1:0'));
  }
})();
