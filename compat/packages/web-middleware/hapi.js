'use strict';
const Hapi = require('@hapi/hapi');
const show = require('./show.js');
(async () => {
  const server = Hapi.server({ port: 0, host: '127.0.0.1', routes: { cors: true } });
  server.state('data', { encoding: 'base64json', isSecure: false });
  await server.register({ name: 'plugin', register: (to, options) => { to.decorate('toolkit', 'shout', function (text) { return this.response(text.toUpperCase() + options.end); }); }, options: { end: '!' } });
  server.route([
    { method: 'GET', path: '/hello/{name?}', handler: (request, h) => h.shout(request.params.name ?? 'nobody') },
    { method: 'POST', path: '/echo', handler: (request) => ({ got: request.payload, type: request.mime }) },
    { method: 'POST', path: '/small', options: { payload: { maxBytes: 10 } }, handler: () => 'never' },
    { method: 'GET', path: '/state', handler: (request, h) => h.response('set').state('data', { a: 1 }) },
    { method: 'GET', path: '/fail', handler: () => { throw new Error('hidden'); } },
    { method: 'GET', path: '/files/{rest*}', handler: (request) => request.params.rest },
  ]);
  server.ext('onPreResponse', (request, h) => (request.response.isBoom ? h.response({ boom: request.response.output.payload.error }).code(request.response.output.statusCode) : h.continue));
  await server.start();
  const base = server.info.uri;
  await show('hello', await fetch(`${base}/hello/x`));
  await show('optional', await fetch(`${base}/hello`));
  await show('json', await fetch(`${base}/echo`, { method: 'POST', body: '{"a":[1]}', headers: { 'content-type': 'application/json' } }));
  await show('form', await fetch(`${base}/echo`, { method: 'POST', body: new URLSearchParams({ a: 'ä' }) }));
  await show('bad json', await fetch(`${base}/echo`, { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }));
  await show('too big', await fetch(`${base}/small`, { method: 'POST', body: 'x'.repeat(100) }));
  await show('state', await fetch(`${base}/state`));
  await show('cors', await fetch(`${base}/hello/x`, { method: 'OPTIONS', headers: { origin: 'http://a.test', 'access-control-request-method': 'GET' } }));
  await show('fail', await fetch(`${base}/fail`));
  await show('rest', await fetch(`${base}/files/a/b/c`));
  await show('none', await fetch(`${base}/none`));
  const injected = await server.inject({ method: 'GET', url: '/hello/injected' });
  console.log(injected.statusCode, injected.payload);
  await server.stop();
})();
