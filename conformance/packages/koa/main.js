'use strict';

const http = require('node:http');
const { Readable } = require('node:stream');
const Koa = require('koa');
const { request, show, listening } = require('../request');

const app = new Koa({ keys: ['a key'], proxy: true });
app.on('error', (error, ctx) => console.log('error event:', error.message, error.status, ctx.path));

const order = [];
app.use(async (ctx, next) => {
  order.push('first in');
  await next();
  order.push('first out');
  ctx.set('X-Order', order.splice(0).join(', '));
});
app.use(async (ctx, next) => { order.push('second in'); await next(); order.push('second out'); });
app.use(async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    if (error.code !== 'CAUGHT') throw error;
    ctx.status = 422;
    ctx.body = { caught: error.message };
  }
});

const answers = {
  '/text': 'a text',
  '/html': '<p>html</p>',
  '/json': { list: [1, 2], nested: { ü: null } },
  '/buffer': Buffer.from('bytes'),
  '/null': null,
};
const routes = {
  '/stream': (ctx) => { ctx.type = 'text/plain'; ctx.body = Readable.from(['one ', 'two']); },
  '/web-stream': (ctx) => { ctx.body = new Blob(['from a web stream']).stream(); },
  '/blob': (ctx) => { ctx.body = new Blob(['a blob'], { type: 'text/x-blob' }); },
  '/response': (ctx) => { ctx.body = new Response('a response', { status: 203, headers: { 'x-own': 'yes' } }); },
  '/query': (ctx) => { ctx.body = { query: ctx.query, string: ctx.querystring, path: ctx.path, host: ctx.host, ip: ctx.ip, secure: ctx.secure }; },
  '/accepts': (ctx) => { ctx.body = { type: ctx.accepts('json', 'html') || null, language: ctx.acceptsLanguages('en', 'de') || null, coding: ctx.acceptsEncodings('gzip', 'identity') || null }; },
  '/cookie': (ctx) => { const before = ctx.cookies.get('n', { signed: true }); ctx.cookies.set('n', 'v 1'.replace(' ', '-'), { signed: true, httpOnly: false }); ctx.body = String(before); },
  '/redirect': (ctx) => ctx.redirect('/text?<x>'),
  '/fresh': (ctx) => { ctx.status = 200; ctx.etag = 'tag'; ctx.body = 'fresh or not'; if (ctx.fresh) ctx.status = 304; },
  '/attachment': (ctx) => { ctx.attachment('ä.txt'); ctx.body = 'file'; ctx.lastModified = new Date(1e12); ctx.vary('Origin'); },
  '/throw': (ctx) => ctx.throw(403, 'not for you', { secret: 1 }),
  '/assert': (ctx) => ctx.assert(ctx.query.user, 401, 'who are you'),
  '/caught': () => { throw Object.assign(new Error('inside'), { code: 'CAUGHT' }); },
  '/fails': () => { throw new Error('hidden'); },
  '/broken-stream': (ctx) => { ctx.body = new Readable({ read() { this.destroy(new Error('broken')); } }); },
  '/status': (ctx) => { ctx.status = 418; },
};
app.use((ctx) => {
  if (ctx.path in answers) ctx.body = answers[ctx.path];
  else return routes[ctx.path]?.(ctx);
});

(async () => {
  console.log('env', app.env, app.toJSON());
  const server = await listening(http.createServer(app.callback()));
  for (const path of Object.keys(answers)) await show(server, path);
  await show(server, '/json', { method: 'HEAD' });
  for (const path of Object.keys(routes)) {
    if (path === '/broken-stream') continue;
    await show(server, path, { headers: { host: 'here' } });
  }
  await show(server, '/query?a=1&a=2&b=%20', { headers: { 'host': 'a:1', 'x-forwarded-host': 'outer', 'x-forwarded-proto': 'https', 'x-forwarded-for': '1.2.3.4, 5.6.7.8' } });
  await show(server, '/accepts', { headers: { 'accept': 'text/*;q=0.5, application/json', 'accept-language': 'de', 'accept-encoding': 'gzip' } });
  const { headers } = await request(server, '/cookie');
  await show(server, '/cookie', { headers: { cookie: headers['set-cookie'].map((cookie) => cookie.split(';')[0]).join('; ') } });
  await show(server, '/cookie', { headers: { cookie: 'n=v-1; n.sig=forged' } });
  await show(server, '/fresh', { headers: { 'if-none-match': '"tag"' } });
  await show(server, '/assert?user=me');
  await show(server, '/none');
  const broken = await request(server, '/broken-stream').then(({ status }) => status, (error) => error.code);
  console.log('broken stream', broken);
  server.close(() => console.log('closed'));
})();
