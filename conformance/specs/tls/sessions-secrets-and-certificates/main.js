'use strict';
// Sessions are resumed by tickets and by ids, keys of tickets are shared and replaced, and both sides log and export the
// same secrets.
const fs = require('fs');
const path = require('path');
const tls = require('tls');
const crypto = require('crypto');
const { once } = require('events');

const folder = path.join(__dirname, '..', 'a-handshake-tells-what-was-agreed');
const pem = (name) => fs.readFileSync(path.join(folder, `${name}.pem`));
const ca = pem('ca-cert');
const own = { key: pem('server-key'), cert: pem('server-cert') };
const log = (...args) => console.log(...args);
const { SSL_OP_NO_TICKET } = crypto.constants;

async function listen(options, onSocket = (socket) => socket.end('x')) {
  const server = tls.createServer({ ...own, ...options }, (socket) => {
    socket.on('error', () => {});
    onSocket(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

// Resolves with the last session, and whether an earlier one was resumed.
function connect(server, options, look = () => {}) {
  return new Promise((resolve, reject) => {
    const socket = tls.connect({ port: server.address().port, host: '127.0.0.1', ca, servername: 'server.test', ...options });
    let session;
    let isReused;
    socket.on('session', (one) => { session ??= one; });
    socket.on('secureConnect', () => {
      isReused = socket.isSessionReused();
      look(socket);
    });
    socket.resume();
    socket.on('error', reject);
    socket.on('close', () => resolve({ session, isReused, socket }));
  });
}
const close = (server) => new Promise((resolve) => { server.close(resolve); });

async function tickets(version) {
  const options = { maxVersion: version };
  const server = await listen(options);
  const first = await connect(server, options);
  const second = await connect(server, { ...options, session: first.session });
  log(`${version}: a ticket is resumed:`, first.isReused, second.isReused);
  const named = await connect(server, { ...options, session: first.session, servername: 'a.wild.test' });
  log('  not with another name:', named.isReused);
  const garbage = await connect(server, { ...options, session: Buffer.from('garbage') });
  log('  garbage is ignored:', garbage.isReused);
  const keys = server.getTicketKeys();
  log('  keys:', keys.length, Buffer.isBuffer(keys));
  const twin = await listen({ ...options, ticketKeys: keys, sessionIdContext: server.sessionIdContext });
  log('  a server with the same keys resumes it:', (await connect(twin, { ...options, session: first.session })).isReused);
  server.setTicketKeys(crypto.randomBytes(48));
  log('  a server with new keys does not:', (await connect(server, { ...options, session: first.session })).isReused);
  server.setTicketKeys(keys);
  log('  with the old keys it does:', (await connect(server, { ...options, session: first.session })).isReused);
  for (const wrong of [Buffer.alloc(47), 'x', undefined]) {
    try {
      server.setTicketKeys(wrong);
    } catch (error) {
      log('  setTicketKeys:', error.code, error.message.split('\n')[0]);
    }
  }
  const other = await listen({ ...options, ticketKeys: keys, sessionIdContext: 'another' });
  log('  another sessionIdContext:', (await connect(other, { ...options, session: first.session })).isReused);
  await Promise.all([close(server), close(twin), close(other)]);
}

async function ids() {
  const store = new Map();
  const options = { maxVersion: 'TLSv1.2', secureOptions: SSL_OP_NO_TICKET };
  const server = await listen(options);
  server.on('newSession', (id, data, done) => {
    store.set(id.toString('hex'), data);
    setImmediate(done);
  });
  let asked = 0;
  server.on('resumeSession', (id, done) => {
    asked++;
    setImmediate(done, null, store.get(id.toString('hex')) ?? null);
  });
  const first = await connect(server, options);
  log('ids: stored', store.size, first.isReused);
  const second = await connect(server, { ...options, session: first.session });
  log('ids: resumed', second.isReused, asked, store.size);
  store.clear();
  const third = await connect(server, { ...options, session: first.session });
  log('ids: forgotten', third.isReused, asked, store.size);
  await close(server);
}

async function secrets(version) {
  let ofServer;
  const lines = { server: [], client: [] };
  const server = await listen({ maxVersion: version }, (socket) => {
    ofServer = {
      exported: socket.exportKeyingMaterial(32, 'label', Buffer.from('context')),
      noContext: socket.exportKeyingMaterial(16, 'label'),
      finished: socket.getFinished(), peer: socket.getPeerFinished(),
      certificate: socket.getCertificate().subject.CN,
    };
    socket.end('x');
  });
  server.on('keylog', (line, socket) => lines.server.push(`${socket.constructor.name} ${line}`.split(' ')));
  let seen;
  await new Promise((resolve, reject) => {
    const socket = tls.connect({ port: server.address().port, host: '127.0.0.1', ca, servername: 'server.test', maxVersion: version });
    try {
      socket.exportKeyingMaterial(32, 'label');
    } catch (error) {
      log(`${version}: before the handshake:`, error.code);
    }
    socket.on('keylog', (line) => lines.client.push(`x ${line}`.split(' ')));
    socket.on('secureConnect', () => {
      seen = {
        exported: socket.exportKeyingMaterial(32, 'label', Buffer.from('context')),
        noContext: socket.exportKeyingMaterial(16, 'label'),
        finished: socket.getFinished(), peer: socket.getPeerFinished(),
      };
      for (const wrong of [['x', 'l'], [1, 2], [1, 'l', 3]]) {
        try {
          socket.exportKeyingMaterial(...wrong);
        } catch (error) {
          log('  exportKeyingMaterial:', error.code, error.message);
        }
      }
      log('  setMaxSendFragment:', [512, 511, 16384, 16385].map((size) => socket.setMaxSendFragment(size)));
      try {
        socket.setServername(5);
      } catch (error) {
        log('  setServername:', error.code);
      }
    });
    socket.resume();
    socket.on('error', reject);
    socket.on('close', resolve);
  });
  await close(server);
  log('  exported:', seen.exported.length, seen.exported.equals(ofServer.exported), seen.noContext.equals(ofServer.noContext), seen.exported.equals(seen.noContext));
  log('  finished:', seen.finished.equals(ofServer.peer), seen.peer.equals(ofServer.finished), ofServer.certificate);
  const labels = (list) => list.map((line) => line[1]).sort().join(' ');
  log('  keylog of the server:', labels(lines.server), lines.server[0][0]);
  log('  keylog of the client:', labels(lines.client));
  const text = (list) => list.map((line) => line.slice(1).join(' ')).sort().join('');
  log('  the same:', text(lines.server) === text(lines.client), /\n$/.test(text(lines.client)));
}

async function certificates() {
  const server = await listen({ ca, requestCert: true }, (socket) => {
    const peer = socket.getPeerCertificate();
    log('server sees:', peer.subject, peer.issuer, peer.issuerCertificate === undefined, socket.getPeerX509Certificate().subject);
    const detailed = socket.getPeerCertificate(true);
    log('server sees the issuer:', detailed.issuerCertificate.subject, detailed.issuerCertificate.issuerCertificate === detailed.issuerCertificate);
    socket.end('x');
  });
  await connect(server, { key: pem('client-key'), cert: pem('client-cert') }, (socket) => {
    const peer = socket.getPeerCertificate(true);
    log('client sees:', Object.keys(peer).sort().join(' '));
    log('  ', peer.subjectaltname, peer.bits, peer.asn1Curve, peer.nistCurve, peer.serialNumber, peer.fingerprint256, peer.ca, peer.raw.length);
    log('  chain:', peer.issuerCertificate.subject.CN, peer.issuerCertificate.ca);
    log('  own:', socket.getCertificate().subject.CN, socket.getX509Certificate().subject);
    log('  x509:', socket.getPeerX509Certificate().checkHost('server.test'), socket.getPeerX509Certificate().issuerCertificate);
    log('  session:', socket.getSession().length > 0, socket.getTLSTicket(), socket.getProtocol(), socket.getCipher().version);
  });
  await close(server);
  const bare = await listen({}, (socket) => {
    log('without a certificate:', socket.getPeerCertificate(), socket.getPeerX509Certificate(), socket.getEphemeralKeyInfo());
    socket.end('x');
  });
  const { socket } = await connect(bare, {}, (one) => { log('own:', one.getCertificate(), one.getX509Certificate()); });
  log('closed:', socket.getPeerCertificate(), socket.getCipher(), socket.getProtocol(), socket.getSession(), socket.getCertificate(), socket.isSessionReused(), socket.getFinished());
  await close(bare);
}

async function main() {
  await tickets('TLSv1.3');
  await tickets('TLSv1.2');
  await ids();
  await secrets('TLSv1.3');
  await secrets('TLSv1.2');
  await certificates();
}
main();
