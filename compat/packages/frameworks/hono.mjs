import { Hono } from 'hono';
import { streamText } from 'hono/streaming';
import { serve } from '@hono/node-server';
const app = new Hono();
app.get('/', (c) => c.json({ a: 1 })).get('/stream', (c) => streamText(c, async (stream) => { for (const word of ['a', 'b']) await stream.write(word); })).post('/', async (c) => c.text(await c.req.text(), 201));
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, async ({ port }) => {
  const base = `http://127.0.0.1:${port}`;
  console.log(await (await fetch(base)).json(), await (await fetch(`${base}/stream`)).text(), (await fetch(base, { method: 'POST', body: 'x' })).status, (await fetch(`${base}/none`)).status);
  server.close();
});
