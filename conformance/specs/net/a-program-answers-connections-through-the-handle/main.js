'use strict';
// Mocking libraries replace functions of a socket's handle and push the answer into the socket.
const net = require('node:net');
const http = require('node:http');
const tls = require('node:tls');

const { connect } = net.Socket.prototype;

function answer(socket, text) {
  socket.once('connectionAttempt', (address, port, family) => {
    console.log('attempt', address, port, family);
    const handle = socket._handle;
    handle.setTypeOfService = undefined;
    handle.readStart = () => 0;
    handle.readStop = () => 0;
    handle.getsockname = (into) => { Object.assign(into, { address: '10.0.0.1', port: 1, family: 'IPv4' }); return 0; };
    handle.getpeername = (into) => { Object.assign(into, { address: '10.0.0.2', port: 2, family: 'IPv4' }); return 0; };
    handle.connect = handle.connect6 = (request, to, toPort) => {
      console.log('connect', request.address, request.port, to, toPort);
      if (socket.encrypted) fakeHandshake(handle);
      setImmediate(() => request.oncomplete(0, handle, request, true, true));
    };
  });
  socket._read = () => {};
  let sent = '';
  socket._writeGeneric = (isMany, data, encoding, callback) => {
    sent += isMany ? data.map(({ chunk }) => chunk).join('') : data;
    callback();
    if (!sent.endsWith('\r\n\r\n')) return;
    console.log(sent.split('\r\n')[0]);
    sent = '';
    const send = () => { socket.push(Buffer.from(text)); socket.push(null); };
    if (socket.connecting) socket.once('ready', send); else send();
  };
}

function fakeHandshake(handle) {
  handle.start = () => {};
  handle.verifyError = () => undefined;
  handle.getSession = () => Buffer.from('session');
  handle.getCipher = () => ({ name: 'X', standardName: 'X', version: 'TLSv1.3' });
  handle.getEphemeralKeyInfo = () => ({ type: 'ECDH', name: 'X25519', size: 253 });
  handle.getALPNNegotiatedProtocol = () => 'http/1.1';
}

net.Socket.prototype.connect = function(...args) {
  answer(this, 'HTTP/1.1 200 OK\r\nx-a: b\r\n\r\nthe answer');
  if (!this.encrypted) return Reflect.apply(connect, this, args);
  const [options, started] = Array.isArray(args[0]) ? args[0] : args;
  console.log('starts by callback', started === this._start);
  this.on('ready', () => this._handle.onhandshakedone());
  return Reflect.apply(connect, this, [options]);
};

const lookup = (host, options, done) => process.nextTick(() => (options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)));

function ask(done) {
  http.get({ host: 'a.test', port: 80, path: '/one', lookup }, (response) => {
    const { remoteAddress, localPort } = response.socket;
    console.log(response.statusCode, response.headers, remoteAddress, localPort);
    response.setEncoding('utf8').on('data', console.log).on('end', done);
  });
}

ask(() => {
  const socket = tls.connect({ host: 'a.test', port: 443, lookup, ALPNProtocols: ['http/1.1'], checkServerIdentity: () => undefined }, () => {
    console.log('secure', socket.alpnProtocol, socket.authorized, socket.getCipher().name, typeof socket._wrapHandle);
    socket.setEncoding('utf8').on('data', console.log).on('end', () => { console.log('end'); socket.destroy(); });
    socket.write('GET /two HTTP/1.1\r\n\r\n');
  });
});
