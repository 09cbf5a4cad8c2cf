'use strict';
// A server shows certificates with one fault each: what the client says of them. Then clients with such certificates.
// How the certificates were made: make-certificates.

const { once } = require('events');
const fs = require('fs');
const path = require('path');
const tls = require('tls');

const { certificates, keys } = JSON.parse(fs.readFileSync(path.join(__dirname, 'certificates.json'), 'utf8'));
const ca = [certificates.ca.cert, certificates['rsa-ca'].cert, certificates['expired-ca'].cert];
const WEAK = 'DEFAULT:@SECLEVEL=0';

const identity = (name, issuers = []) => ({
  cert: [name, ...issuers].map((one) => certificates[one].cert).join(''), key: keys[certificates[name].key],
});

let server;

async function show(name, { host = 'good.test', issuers, options, serverOptions } = {}) {
  const what = `${name}${host === 'good.test' ? '' : `, ${host}`}${serverOptions ? `, weak algorithms allowed by the ${options ? 'client too' : 'server'}` : ''}`;
  try {
    server.setSecureContext({ ...identity(name, issuers), ...serverOptions });
  } catch (error) {
    console.log(`${what}: not for servers: ${error.code}`);
    return;
  }
  const socket = tls.connect({ port: server.address().port, host: '127.0.0.1', ca, servername: host, ...options });
  let result = 'closed';
  socket.on('secureConnect', () => {
    result = `authorized ${socket.authorized}`;
    socket.end();
  });
  socket.on('error', ({ code, message, reason, host: of }) => {
    result = `${code}; ${message.replace(/^\w+:error:/, 'error:').replace(/:[^:]*\.c:\d+:.*/s, '')}${reason && !message.includes(reason) ? `; ${reason}` : ''}${of ? `; ${of}` : ''}`;
  });
  await once(socket, 'close').catch(() => {}); // an error comes before it
  if (!socket.closed) await once(socket, 'close');
  console.log(`${what}: ${JSON.stringify(result)}`);
}

async function clientShows(name, issuers) {
  const strict = tls.createServer({ ...identity('good'), ca, requestCert: true, rejectUnauthorized: false }, (socket) => {
    console.log(`${name} by a client: ${socket.authorized} ${socket.authorizationError}, CN ${socket.getPeerCertificate().subject?.CN}`);
    socket.end();
  });
  strict.listen(0, '127.0.0.1');
  await once(strict, 'listening');
  const socket = tls.connect({
    port: strict.address().port, host: '127.0.0.1', ca, servername: 'good.test', ...(name && identity(name, issuers)),
  });
  socket.resume();
  await once(socket, 'close');
  strict.close();
  await once(strict, 'close');
}

(async () => {
  server = tls.createServer(identity('good'));
  server.on('tlsClientError', () => {});
  server.on('secureConnection', (socket) => socket.on('error', () => {}).resume());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  for (const name of ['good', 'expired', 'not-yet-valid', 'self-signed', 'unknown-ca', 'rsa-1024', 'rsa-512',
    'of-an-expired-ca', 'for-clients', 'for-signing-code', 'unknown-critical-extension', 'key-for-agreement', 'is-a-ca']) {
    await show(name);
  }
  for (const name of ['sha1', 'md5', 'rsa-1024']) {
    await show(name, { serverOptions: { ciphers: WEAK } });
    await show(name, { options: { ciphers: WEAK }, serverOptions: { ciphers: WEAK } });
  }
  await show('of-a-leaf', { issuers: ['leaf'] });
  await show('of-a-ca-that-may-not-sign', { issuers: ['no-sign'] });
  await show('of-a-version-1-ca', { issuers: ['v1'] });
  await show('of-an-intermediate', { issuers: ['intermediate'] });
  await show('of-an-intermediate');
  await show('too-deep', { issuers: ['second-intermediate', 'intermediate'] });
  await show('inside-name-constraints', { issuers: ['constrained'], host: 'a.inside.test' });
  await show('outside-name-constraints', { issuers: ['constrained'] });
  await show('unknown-ca', { issuers: ['stranger'] });

  for (const host of ['GOOD.test', 'good.test.', 'evil.test', 'agood.test', 'good.test.evil.test', 'good', '']) await show('good', { host });
  for (const name of ['name-with-nul', 'name-with-comma', 'name-with-quote', 'name-with-line-end', 'empty-name']) {
    await show(name);
    await show(name, { host: 'evil.test' });
  }
  await show('name-in-latin1', { host: 'bücher.test' });
  for (const host of ['xn--bcher-kva.test', 'bücher.test']) await show('idn', { host });
  await show('idn-wildcard', { host: 'xn--bcher-kva.test' });
  for (const name of ['common-name', 'common-name-beside-another-name', 'common-name-beside-an-ip', 'email', 'uri', 'no-name']) await show(name);
  for (const host of ['a.good.test', 'A.Good.Test', 'a.b.good.test', 'good.test', '.good.test', '*.good.test', 'xn--a.good.test']) {
    await show('wildcard', { host });
  }
  for (const host of ['test', 'good.test']) await show('wildcard-of-all', { host });
  await show('wildcard-of-a-top');
  for (const host of ['foo.good.test', 'f.good.test', 'goo.good.test']) await show('wildcard-in-a-part', { host });
  await show('wildcard-on-the-right', { host: 'good.a.test' });
  await show('two-wildcards', { host: 'a.b.good.test' });
  const byAddress = { checkServerIdentity: (_host, cert) => tls.checkServerIdentity('127.0.0.1', cert) };
  for (const name of ['ip', 'ip-as-dns', 'ip-as-common-name']) await show(name, { options: byAddress });
  await show('ip', { options: { checkServerIdentity: (_host, cert) => tls.checkServerIdentity('::1', cert) } });
  await show('ip', { options: { checkServerIdentity: (_host, cert) => tls.checkServerIdentity('127.0.0.2', cert) } });
  await show('ip', { options: { checkServerIdentity: (_host, cert) => tls.checkServerIdentity('0:0:0:0:0:0:0:1', cert) } });
  server.close();

  await clientShows('');
  for (const name of ['client', 'client-expired', 'client-for-servers', 'client-of-a-stranger', 'self-signed']) await clientShows(name);
})();
