import { once } from 'node:events';
import { createServer } from 'node:http';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import { initTRPC, TRPCError } from '@trpc/server';
import { createHTTPHandler } from '@trpc/server/adapters/standalone';
import { createSchema, createYoga } from 'graphql-yoga';
import { Server } from 'socket.io';
import { io as connect } from 'socket.io-client';
import { WebSocket, WebSocketServer, createWebSocketStream } from 'ws';
import { z } from 'zod';

const listen = async (server) => { server.listen(0, '127.0.0.1'); await once(server, 'listening'); return server.address().port; };

const http = createServer();
const io = new Server(http);
io.use((socket, next) => (socket.handshake.auth.token === 'yes' ? next() : next(new Error('who?'))));
io.on('connection', (socket) => {
  socket.join('room');
  socket.on('ask', (a, bytes, answer) => answer({ a: a + 1, bytes: Buffer.from(bytes).reverse() }));
  socket.on('all', (text) => io.to('room').emit('said', text, new Map([[1, 2]]).size));
});
let port = await listen(http);
for (const transports of [['polling'], ['websocket']]) {
  const client = connect(`http://127.0.0.1:${port}`, { transports, auth: { token: 'yes' }, reconnection: false });
  await new Promise((resolve) => client.on('connect', resolve));
  console.log(transports[0], await client.emitWithAck('ask', 1, Buffer.from('abc')));
  const said = new Promise((resolve) => client.on('said', (...args) => resolve(args)));
  client.emit('all', 'é\u{1f600}');
  console.log(await said);
  client.disconnect();
}
const refused = connect(`http://127.0.0.1:${port}`, { reconnection: false, forceNew: true });
console.log(await new Promise((resolve) => refused.on('connect_error', (error) => resolve(error.message))));
refused.disconnect();
await io.close();

const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: { threshold: 10 }, maxPayload: 100000 });
sockets.on('connection', (socket, request) => socket.on('message', (data, isBinary) => socket.send(isBinary ? data : `${request.url} ${data}`)).on('error', (error) => console.log('server:', error.code)));
port = await listen(server);
const socket = new WebSocket(`ws://127.0.0.1:${port}/path?q`);
await once(socket, 'open');
socket.send('hello'.repeat(5));
console.log(String((await once(socket, 'message'))[0]), socket.extensions);
socket.send(Buffer.alloc(50000, 7));
console.log((await once(socket, 'message'))[0].length);
socket.ping('p');
console.log(String((await once(socket, 'pong'))[0]));
socket.send(Buffer.alloc(200000));
console.log((await once(socket, 'close'))[0]);
const stream = createWebSocketStream(new WebSocket(`ws://127.0.0.1:${port}/`), { encoding: 'utf8' });
stream.write('piped');
console.log((await once(stream, 'data'))[0]);
stream.end();
await once(stream, 'close');
sockets.close();
server.close();

const yoga = createYoga({ logging: false, schema: createSchema({
  typeDefs: 'type Query { hello(name: String!): String! fails: Int! } type Mutation { add(a: Int!, b: Int!): Int! } type Subscription { count(to: Int!): Int! }',
  resolvers: {
    Query: { hello: (_, { name }) => `hello ${name}`, fails: () => { throw new Error('hidden'); } },
    Mutation: { add: (_, { a, b }) => a + b },
    Subscription: { count: { async *subscribe(_, { to }) { for (let i = 1; i <= to; i++) yield { count: i }; } } },
  },
}) });
const graphql = createServer(yoga);
port = await listen(graphql);
const ask = (query, headers) => fetch(`http://127.0.0.1:${port}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify({ query }) });
for (const query of ['{ hello(name: "x") }', '{ hello }', '{ fails }', 'mutation { add(a: 2, b: 3) }', '{']) {
  const answer = await ask(query);
  console.log(answer.status, await answer.text());
}
console.log(await (await ask('subscription { count(to: 3) }', { accept: 'text/event-stream' })).text());
graphql.close();
graphql.closeAllConnections();

const t = initTRPC.create();
const router = t.router({
  greet: t.procedure.input(z.object({ name: z.string() })).query(({ input }) => `hi ${input.name}`),
  fail: t.procedure.mutation(() => { throw new TRPCError({ code: 'CONFLICT', message: 'no' }); }),
});
const trpc = createServer(createHTTPHandler({ router }));
port = await listen(trpc);
const client = createTRPCClient({ links: [httpBatchLink({ url: `http://127.0.0.1:${port}` })] });
console.log(await Promise.all([client.greet.query({ name: 'a' }), client.greet.query({ name: 'b' })]));
console.log(await client.fail.mutate().catch((error) => [error.data.code, error.data.httpStatus, error.message]), await client.greet.query({ name: 1 }).catch((error) => error.data.code));
trpc.close();
trpc.closeAllConnections();
