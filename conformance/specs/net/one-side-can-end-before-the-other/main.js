'use strict';
// allowHalfOpen on the server, 'end' without it, writing after the end, and the order of events on both sides.
const net = require('net');
const { once } = require('events');

const log = [];
const note = (text) => log.push(text);

function follow(name, socket) {
  for (const event of ['end', 'finish', 'close']) socket.on(event, (arg) => note(`${name} ${event}${arg === undefined ? '' : ` ${arg}`}`));
  socket.on('error', (error) => note(`${name} error ${error.code}`));
}

async function run(title, options, onConnection, onClient) {
  const server = net.createServer(options).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = net.connect(server.address().port, '127.0.0.1');
  const [[socket]] = await Promise.all([once(server, 'connection'), once(client, 'connect')]);
  server.close();
  follow('server', socket);
  follow('client', client);
  const isOver = Promise.all([socket, client].map((one) => new Promise((resolve) => { one.on('close', resolve); })));
  onConnection(socket);
  onClient(client);
  await isOver;
  console.log(title);
  for (const side of ['server', 'client']) console.log(' ', log.filter((line) => line.startsWith(side)).join(', '));
  log.length = 0;
}

(async () => {
  await run('the server answers after the end of the question', { allowHalfOpen: true }, (socket) => {
    let asked = '';
    socket.setEncoding('utf8').on('data', (text) => { asked += text; });
    socket.on('end', () => {
      note(`server heard ${asked}, writable ${socket.writable}, ${socket.readyState}`);
      socket.end('answer');
    });
  }, (client) => {
    client.setEncoding('utf8').on('data', (text) => note(`client heard ${text}`));
    client.end('question');
  });

  await run('without it the socket ends by itself', {}, (socket) => {
    socket.resume();
    socket.on('end', () => note(`server writable ${socket.writable}`));
  }, (client) => {
    client.resume();
    client.end('question');
  });

  await run('destroy tells no end', {}, (socket) => { socket.destroy(); }, (client) => { client.resume(); });

  await run('writing after the end', {}, (socket) => { socket.resume(); }, (client) => {
    client.resume();
    client.end();
    client.write('too late', (error) => note(`client callback ${error.code}`));
  });

  await run('an error given to destroy', {}, (socket) => { socket.destroy(Object.assign(new Error('no'), { code: 'ENO' })); },
    (client) => { client.resume(); });

  await run('destroySoon sends what is left', {}, (socket) => {
    socket.write('a'.repeat(100_000));
    socket.destroySoon();
  }, (client) => {
    let length = 0;
    client.on('data', (bytes) => { length += bytes.length; });
    client.on('end', () => note(`client got ${length}`));
  });
})();
