'use strict';
// Servers and clients agree on versions, ciphers, protocols and certificates; what the program decides, and what fails.
const fs = require('fs');
const path = require('path');
const net = require('net');
const tls = require('tls');
const { Duplex } = require('stream');
const { once } = require('events');

const pem = (name) => fs.readFileSync(path.join(__dirname, `${name}.pem`));
const ca = pem('ca-cert');
const key = pem('server-key');
const cert = pem('server-cert');
const log = (...args) => console.log(...args);

// One connection: the client sends `hello`, the server answers and ends.
async function exchange(name, serverOptions, clientOptions, look = () => {}) {
  const lines = [];
  const server = tls.createServer({ key, cert, ...serverOptions }, (socket) => {
    lines.push(`server: ${socket.getProtocol()} ${socket.alpnProtocol} ${socket.servername} ${socket.authorized} ${socket.authorizationError}`);
    socket.on('error', () => {});
    socket.on('data', (bytes) => socket.end(`answer to ${bytes}`));
  });
  for (const [event, listener] of Object.entries(serverOptions.on ?? {})) server.on(event, listener);
  server.on('tlsClientError', (error) => lines.push(`server: ${error.code}`));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  const socket = tls.connect({ port, host: '127.0.0.1', ca, servername: 'server.test', ...clientOptions });
  socket.on('secureConnect', () => {
    lines.push(`client: ${socket.authorized} ${socket.authorizationError} ${socket.getCipher().standardName} ${socket.alpnProtocol}`);
    look(socket, lines);
    socket.write('hello');
  });
  socket.on('data', (bytes) => lines.push(`client: ${bytes}`));
  socket.on('error', (error) => lines.push(`client: ${error.code} ${error.message.replace(/^\w+:error/, 'error').replace(/:[^:]*:\d+:SSL.*|:[^:]*\.c:\d+:.*/s, '')}`));
  await once(socket, 'close').catch(() => {});
  await new Promise((resolve) => { server.close(resolve); });
  lines.sort();
  log(`${name}\n  ${lines.join('\n  ')}`);
}

(async () => {
  log(tls.DEFAULT_MIN_VERSION, tls.DEFAULT_MAX_VERSION, tls.DEFAULT_ECDH_CURVE, process.features.tls, Object.keys(tls).sort().join());
  await exchange('as it is', {}, {});
  await exchange('TLS 1.2', { maxVersion: 'TLSv1.2' }, {}, (socket, lines) => {
    lines.push(`key ${JSON.stringify(socket.getEphemeralKeyInfo())}, finished ${socket.getFinished().length}, ${socket.isSessionReused()}`);
  });
  await exchange('a cipher', { ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' }, {});
  await exchange('no cipher in common', { ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' },
    { ciphers: 'ECDHE-ECDSA-AES256-GCM-SHA384', maxVersion: 'TLSv1.2' });
  await exchange('no version in common', { minVersion: 'TLSv1.3' }, { maxVersion: 'TLSv1.2' });
  await exchange('ALPN', { ALPNProtocols: ['b', 'a'] }, { ALPNProtocols: ['a', 'b'] });
  await exchange('no protocol in common', { ALPNProtocols: ['x'] }, { ALPNProtocols: ['a'] });
  await exchange('ALPNCallback', {
    ALPNCallback: ({ servername, protocols }) => { log('offered', servername, protocols); return 'two'; },
  }, { ALPNProtocols: ['one', 'two'] });
  await exchange('ALPNCallback with a wrong answer', { ALPNCallback: () => 'three' }, { ALPNProtocols: ['one'] });
  await exchange('SNICallback', {
    SNICallback(name, done) {
      setImmediate(done, null, tls.createSecureContext({ key: pem('other-key'), cert: pem('other-cert') }));
    },
  }, { servername: 'other.test' }, (socket, lines) => lines.push(socket.getPeerCertificate().subject.CN));
  await exchange('SNICallback that throws', { SNICallback() { throw new Error('no'); } }, {});
  await exchange('wildcard', {}, { servername: 'a.wild.test' });
  await exchange('another host', {}, { servername: 'wrong.test' });
  await exchange('an address', {}, { servername: undefined });
  await exchange('unknown authority', {}, { ca: pem('other-cert') });
  await exchange('not checked', {}, { ca: pem('other-cert'), rejectUnauthorized: false });
  await exchange('client certificate', { requestCert: true, ca },
    { key: pem('client-key'), cert: pem('client-cert') });
  await exchange('no client certificate', { requestCert: true, ca, maxVersion: 'TLSv1.2' }, {});
  await exchange('no client certificate, but that is fine', { requestCert: true, rejectUnauthorized: false, ca }, {});
  await exchange('pre-shared key', {
    key: undefined, cert: undefined, ciphers: 'PSK', maxVersion: 'TLSv1.2', pskIdentityHint: 'hint',
    pskCallback: (socket, identity) => (identity === 'me' ? Buffer.alloc(32, 1) : null),
  }, {
    ciphers: 'PSK', checkServerIdentity: () => {}, pskCallback: (hint) => { log('hint', hint); return { psk: Buffer.alloc(32, 1), identity: 'me' }; },
  });
  await exchange('certificates', {}, {}, (socket, lines) => {
    const { subject, issuer, subjectaltname, issuerCertificate, bits, nistCurve } = socket.getPeerCertificate(true);
    lines.push(JSON.stringify({ subject, issuer, subjectaltname, bits, nistCurve, of: issuerCertificate.subject, self: issuerCertificate.issuerCertificate === issuerCertificate }));
    lines.push(socket.getPeerX509Certificate().subject);
    lines.push(JSON.stringify(socket.getCertificate()));
    lines.push(`${socket.exportKeyingMaterial(20, 'a label').length}`);
  });

  // Sessions.
  const server = tls.createServer({ key, cert }, (socket) => socket.end(`reused ${socket.isSessionReused()}\n`)).listen(0);
  await once(server, 'listening');
  let session;
  for (let i = 0; i < 2; i++) {
    const socket = tls.connect({ port: server.address().port, ca, servername: 'server.test', session });
    socket.on('session', (bytes) => { session = bytes; });
    socket.setEncoding('utf8').on('data', (text) => log(text.trim(), socket.isSessionReused()));
    await once(socket, 'close');
  }

  // Over a Duplex, and upgrading a connected socket.
  const raw = net.connect(server.address().port);
  const through = new Duplex({
    read() {}, write(chunk, encoding, done) { raw.write(chunk, done); }, final(done) { raw.end(done); },
  });
  raw.on('data', (bytes) => through.push(bytes)).on('end', () => through.push(null));
  const over = tls.connect({ socket: through, ca, servername: 'server.test' });
  over.setEncoding('utf8').on('data', (text) => log('over a Duplex:', text.trim(), over.encrypted));
  await once(over, 'end');
  over.destroy();
  raw.destroy();
  server.close();

  const starttls = net.createServer((socket) => {
    socket.once('data', (bytes) => {
      log('plain:', String(bytes));
      socket.write('go');
      const upgraded = new tls.TLSSocket(socket, { isServer: true, key, cert });
      upgraded.once('data', (more) => upgraded.end(`secret ${more}`));
    });
  }).listen(0);
  await once(starttls, 'listening');
  const plain = net.connect(starttls.address().port);
  plain.write('starttls');
  await once(plain, 'data');
  const upgraded = tls.connect({ socket: plain, ca, servername: 'server.test' }, () => upgraded.write('x'.repeat(5)));
  upgraded.setEncoding('utf8').on('data', (text) => log('upgraded:', text));
  await once(upgraded, 'close');
  log(plain.destroyed);
  starttls.close();

  // Bytes that are no TLS.
  const garbage = tls.createServer({ key, cert }).listen(0);
  await once(garbage, 'listening');
  for (const text of ['GET / HTTP/1.1\r\n\r\n', '\x16\x03\x01\x00\x05hello', 'not at all TLS']) {
    const socket = net.connect(garbage.address().port, () => socket.write(text, 'latin1'));
    socket.on('error', () => {}).resume();
    const [error] = await once(garbage, 'tlsClientError');
    log(error.code, error.library, error.reason);
    socket.destroy();
  }
  garbage.close();
})();
