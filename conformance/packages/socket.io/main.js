'use strict';

const http = require('node:http');
const { Server } = require('socket.io');
const { io: connect } = require('socket.io-client');
const { listening } = require('../request');

const once = (socket, name) => new Promise((resolve) => socket.once(name, (...args) => resolve(args)));

async function talk(address, server, transports, room) {
  console.log('==', transports.join(' then '));
  const serverSide = new Promise((resolve) => server.once('connection', resolve));
  const client = connect(address, { transports, forceNew: true, auth: { token: room }, reconnection: false });
  client.on('question', (text, ack) => ack(`because of ${text}`));
  const [socket] = await Promise.all([serverSide, once(client, 'connect')]);
  console.log('connected', client.connected, socket.handshake.auth, socket.conn.transport.name);
  if (transports.length > 1) {
    if (socket.conn.transport.name !== transports.at(-1)) await new Promise((resolve) => socket.conn.once('upgrade', resolve));
    console.log('upgraded to', socket.conn.transport.name);
  }
  console.log('ack', await client.timeout(5000).emitWithAck('add', 2, 3));
  client.emit('echo', { text: 'ü€', list: [1, null] }, Buffer.from([1, 2, 3]));
  console.log('echo', ...await once(client, 'echo'));
  client.emit('join', room);
  console.log('joined', ...await once(client, 'joined'));
  server.to(room).emit('news', 'for the room');
  console.log('news', ...await once(client, 'news'));
  const big = 'x'.repeat(300_000);
  client.emit('echo', big);
  console.log('big', (await once(client, 'echo'))[0] === big);
  console.log('server asks', await socket.timeout(5000).emitWithAck('question', 'why'));
  const left = once(socket, 'disconnect');
  client.disconnect();
  console.log('disconnect', ...(await left).slice(0, 1));
}

(async () => {
  const server = await listening(http.createServer());
  const io = new Server(server, { serveClient: false });
  io.use((socket, next) => next(socket.handshake.auth.token === 'bad' ? Object.assign(new Error('not you'), { data: { code: 7 } }) : undefined));
  io.on('connection', (socket) => {
    socket.on('add', (a, b, ack) => ack(a + b));
    socket.on('echo', (...args) => socket.emit('echo', ...args));
    socket.on('join', async (room) => { await socket.join(room); socket.emit('joined', [...socket.rooms].includes(room), io.of('/').adapter.rooms.get(room).size); });
  });
  io.of('/admin').on('connection', (socket) => socket.emit('hello', socket.nsp.name));
  const address = `http://127.0.0.1:${server.address().port}`;
  await talk(address, io, ['websocket'], 'red');
  await talk(address, io, ['polling'], 'green');
  await talk(address, io, ['polling', 'websocket'], 'blue');

  const bad = connect(address, { forceNew: true, auth: { token: 'bad' }, reconnection: false });
  const [error] = await once(bad, 'connect_error');
  console.log('refused', error.message, error.data);
  bad.close();
  const admin = connect(`${address}/admin`, { forceNew: true, transports: ['websocket'], reconnection: false });
  console.log('namespace', ...await once(admin, 'hello'));
  const closed = once(admin, 'disconnect');
  await io.close();
  console.log('server closed', ...(await closed).slice(0, 1));
})();
