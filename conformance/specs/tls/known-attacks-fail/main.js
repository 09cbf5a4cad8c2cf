'use strict';
// Attacks on TLS that have names. Callbacks that throw are in callbacks-that-are-late-or-fail.

const { once } = require('events');
const fs = require('fs');
const https = require('https');
const path = require('path');
const tls = require('tls');

const file = path.join(__dirname, '../certificates-are-judged-as-node-judges-them/certificates.json');
const { certificates, keys } = JSON.parse(fs.readFileSync(file, 'utf8'));
const identity = (name) => ({ cert: certificates[name].cert, key: keys[certificates[name].key] });
const ca = certificates.ca.cert;

async function connect(port, options, sessions) {
  const socket = tls.connect({ port, host: '127.0.0.1', ca, ...options });
  let result;
  socket.on('secureConnect', () => {
    result = `authorized ${socket.authorized}, reused ${socket.isSessionReused()}, certificate of ${socket.getPeerCertificate().subject?.CN}`;
    socket.write('x');
  });
  socket.on('session', (session) => sessions?.push(session));
  socket.on('data', () => socket.end());
  socket.on('error', ({ code }) => { result = code; });
  await new Promise((resolve) => { socket.on('close', resolve); });
  return result;
}

async function listen(options, maxVersion) {
  const server = tls.createServer({ ...options, maxVersion }, (socket) => {
    socket.on('error', () => {});
    socket.on('data', () => socket.write('y'));
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

// CVE-2026-48934, CVE-2026-58040: a session that was made for one host is no proof for another.
async function sessionsOfOtherHosts(version) {
  const server = await listen(identity('good'), version);
  const { port } = server.address();
  const sessions = [];
  console.log(version, 'first', await connect(port, { servername: 'good.test' }, sessions));
  const session = sessions.at(-1);
  console.log(version, 'the same host', await connect(port, { servername: 'good.test', session }));
  console.log(version, 'another host', await connect(port, { servername: 'evil.test', session }));
  console.log(version, 'no authority', await connect(port, { servername: 'good.test', session, ca: certificates.stranger.cert }));
  const unverified = [];
  console.log(version, 'unverified', await connect(port, { servername: 'evil.test', rejectUnauthorized: false }, unverified));
  console.log(version, 'then verified', await connect(port, { servername: 'evil.test', session: unverified.at(-1) }));
  server.close();
  await once(server, 'close');
}

// CVE-2026-48928: names of contexts are the same in any case.
async function namesOfContexts() {
  const server = await listen(identity('good'));
  server.addContext('Other.Test', { ...identity('wildcard'), ca });
  server.addContext('*.Wild.test', { ...identity('ip'), ca });
  const { port } = server.address();
  for (const servername of ['other.test', 'OTHER.TEST', 'a.wild.test', 'A.WILD.TEST', 'a.b.wild.test', 'wild.test', 'good.test']) {
    console.log('context for', servername, await connect(port, { servername, rejectUnauthorized: false }));
  }
  server.close();
  await once(server, 'close');
}

(async () => {
  await sessionsOfOtherHosts('TLSv1.2');
  await sessionsOfOtherHosts('TLSv1.3');
  await namesOfContexts();

  // CVE-2026-56850: agents keep connections with different certificates apart.
  const agent = new https.Agent();
  const names = [
    { pfx: [{ buf: Buffer.from('a') }] }, { pfx: [{ buf: Buffer.from('b') }] }, { pfx: [{ buf: Buffer.from('a'), passphrase: 'x' }] },
    { pfx: Buffer.from('a') }, { key: [{ pem: 'a' }] }, { key: [{ pem: 'b' }] }, { ca: 'a' }, { ca: 'b' }, { rejectUnauthorized: false },
    { servername: 'a' }, { minVersion: 'TLSv1.3' },
  ].map((options) => agent.getName({ host: 'a', port: 1, ...options }));
  console.log('names', new Set(names).size, 'of', names.length);

  // CVE-2026-48930: a zero byte in a name.
  for (const options of [{ host: 'good.test\0.evil.test' }, { host: '127.0.0.1', servername: 'good.test\0.evil.test' }]) {
    try {
      const socket = tls.connect({ port: 1, ...options });
      const { 0: error } = await once(socket, 'error');
      console.log('zero byte', error.code);
    } catch (error) {
      console.log('zero byte', error.code);
    }
  }
  // CVE-2026-48618: names are normalized before they are compared.
  const subject = { subject: { CN: 'x' }, subjectaltname: 'DNS:xn--bcher-kva.test, DNS:good.test' };
  for (const host of ['b\u00fccher.test', 'B\u00dcCHER.test', 'bu\u0308cher.test', 'xn--bcher-kva.test', '\uff47ood.test', 'good\u3002test', 'good.test..', 'g\u00adood.test', '']) {
    console.log('identity', JSON.stringify(host), tls.checkServerIdentity(host, subject)?.code);
  }
})();
