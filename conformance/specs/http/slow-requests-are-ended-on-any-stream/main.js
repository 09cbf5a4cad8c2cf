'use strict';

// A request that takes too long gets 408 whether its connection is a socket, a socket that the program listens to, or
// any other stream.

const http = require('http');
const net = require('net');
const { duplexPair } = require('stream');

const server = http.createServer({ headersTimeout: 60, requestTimeout: 120, connectionsCheckingInterval: 20 }, (req, res) => {
  req.resume();
  req.on('error', (error) => console.log('request', error.code));
  req.on('end', () => res.end());
});

function overStream() {
  const [client, ofServer] = duplexPair();
  server.emit('connection', ofServer);
  return client;
}

const overSocket = () => net.connect(server.address().port, '127.0.0.1');

function overWatchedSocket() {
  server.once('connection', (socket) => socket.on('data', () => {}));
  return overSocket();
}

const tooSlow = (name, client, head, drop) => new Promise((resolve) => {
  client.write(head);
  const drip = setInterval(() => client.writable && client.write(drop), 10);
  let answer = '';
  client.on('error', () => {});
  client.setEncoding('latin1').on('data', (data) => {
    answer += data;
    if (!answer.endsWith('\r\n\r\n')) return;
    clearInterval(drip);
    client.destroy();
    console.log(name, JSON.stringify(answer));
    resolve();
  });
});

server.listen(0, '127.0.0.1', async () => {
  for (const connect of [overStream, overSocket, overWatchedSocket]) {
    await tooSlow(`${connect.name}, a head:`, connect(), 'GET / HTTP/1.1\r\nHost: a', 'a');
    await tooSlow(`${connect.name}, a body:`, connect(), 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9999\r\n\r\n', 'a');
    await tooSlow(`${connect.name}, nothing:`, connect(), '', '');
  }
  server.close();
});
