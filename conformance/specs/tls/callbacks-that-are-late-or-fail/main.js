'use strict';
// What the callbacks of a program do to a handshake: answers that come late, twice, wrong or as an exception. A callback
// that fails ends its connection and nothing else.
const fs = require('fs');
const path = require('path');
const tls = require('tls');
const { once } = require('events');
const folder = path.join(__dirname, '..', 'a-handshake-tells-what-was-agreed');
const pem = (name) => fs.readFileSync(path.join(folder, `${name}.pem`));
const ca = pem('ca-cert');
const own = { key: pem('server-key'), cert: pem('server-cert') };
const other = { key: pem('other-key'), cert: pem('other-cert') };

const text = (error) => `${error.code ?? error.name} ${error.message.replace(/^[0-9A-F]+:error:[^:]*:/, '').replace(/:[^:]*\.c:\d+:.*/s, '').trim()}`;

const QUIET = { isQuiet: true }; // what the client sees depends on who is faster

async function attempt(name, serverOptions, clientOptions = {}, use = () => {}) {
  const lines = [];
  const server = tls.createServer({ ...own, ...serverOptions(lines) });
  server.on('secureConnection', (socket) => {
    lines.push(`server: secure ${socket.servername} ${socket.alpnProtocol}`);
    socket.on('error', () => {});
    socket.end('bye');
  });
  server.on('tlsClientError', (error, socket) => lines.push(`server: tlsClientError ${text(error)} ${socket.destroyed}`));
  use(server, lines);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = tls.connect({ port: server.address().port, host: '127.0.0.1', ca, servername: 'server.test', ...clientOptions });
  socket.on('OCSPResponse', (response) => lines.push(`client: OCSPResponse ${response}`));
  socket.on('secureConnect', () => lines.push(`client: secure ${socket.getPeerCertificate().subject.CN} ${socket.alpnProtocol}`));
  socket.on('error', (error) => lines.push(`client: ${text(error)}`));
  socket.resume();
  await new Promise((resolve) => { socket.on('close', resolve); });
  await new Promise((resolve) => { server.close(resolve); });
  if (clientOptions.isQuiet) lines.splice(0, lines.length, ...lines.filter((line) => line.startsWith('server')));
  lines.sort();
  console.log(`${name}\n  ${lines.join('\n  ')}`);
}

const NO_TICKET = require('crypto').constants.SSL_OP_NO_TICKET;
const boom = () => { throw new Error('boom'); };
const later = (f) => setTimeout(f, 5);
process.on('uncaughtException', (error) => { console.log('UNCAUGHT', error.message); });

async function main() {
  const sni = (SNICallback) => () => ({ SNICallback });
  const loose = { rejectUnauthorized: false };
  await attempt('SNICallback answers at once', sni((name, cb) => cb(null, tls.createSecureContext(own))));
  await attempt('SNICallback answers late', sni((name, cb) => later(() => cb(null, tls.createSecureContext(own)))));
  await attempt('SNICallback chooses another certificate', sni((name, cb) => cb(null, tls.createSecureContext(other))), loose);
  await attempt('SNICallback answers nothing', sni((name, cb) => cb(null)));
  await attempt('SNICallback answers null late', sni((name, cb) => later(() => cb(null, null))));
  await attempt('SNICallback answers an error', sni((name, cb) => cb(new Error('no such host'))));
  await attempt('SNICallback answers an error late', sni((name, cb) => later(() => cb(new Error('no such host')))));
  await attempt('SNICallback answers something else', sni((name, cb) => cb(null, { some: 'thing' })));
  await attempt('SNICallback is not called without a name', sni(() => { throw new Error('called'); }), { servername: '' });
  await attempt('ALPNCallback chooses', () => ({ ALPNCallback: ({ servername, protocols }) => { console.log(servername, protocols); return protocols[1]; } }), { ALPNProtocols: ['a', 'b'] });
  await attempt('ALPNCallback refuses', () => ({ ALPNCallback: () => undefined }), { ALPNProtocols: ['a', 'b'] });
  await attempt('ALPNCallback chooses what was not offered', () => ({ ALPNCallback: () => 'c' }), { ALPNProtocols: ['a', 'b'] });
  await attempt('ALPNCallback is not called without protocols', () => ({ ALPNCallback: () => { throw new Error('called'); } }));
  await attempt('ALPNProtocols have nothing in common', () => ({ ALPNProtocols: ['x'] }), { ALPNProtocols: ['a'] });
  await attempt('OCSPRequest answers', () => ({}), { requestOCSP: true }, (server, lines) => server.on('OCSPRequest', (cert, issuer, cb) => { lines.push(`ocsp ${Buffer.isBuffer(cert)} ${issuer}`); cb(null, Buffer.from('status')); }));
  await attempt('OCSPRequest answers late', () => ({}), { requestOCSP: true }, (server) => server.on('OCSPRequest', (cert, issuer, cb) => later(() => cb(null, Buffer.from('status')))));
  await attempt('OCSPRequest answers an error', () => ({}), { requestOCSP: true }, (server) => server.on('OCSPRequest', (cert, issuer, cb) => cb(new Error('no status'))));
  await attempt('newSession late', () => ({ secureOptions: NO_TICKET }), { maxVersion: 'TLSv1.2' }, (server, lines) => server.on('newSession', (id, data, cb) => { lines.push(`session ${id.length > 0} ${data.length > 0}`); later(cb); }));
  await attempt('SNICallback throws', sni(boom));
  const twice = (name, cb) => { cb(null, tls.createSecureContext(own)); cb(null, tls.createSecureContext(own)); };
  await attempt('SNICallback answers twice', sni(twice), QUIET);
  await attempt('SNICallback answers twice, late', sni((name, cb) => later(() => twice(name, cb))), QUIET);
  await attempt('SNICallback answers and throws', sni((name, cb) => { cb(null, tls.createSecureContext(own)); boom(); }), QUIET);
  await attempt('SNICallback answers an error and throws', sni((name, cb) => { cb(new Error('no such host')); boom(); }));
  await attempt('SNICallback is asynchronous and fails', sni(async (name, cb) => { cb(new Error('no such host')); }));
  await attempt('SNICallback answers when the connection has gone', sni(function answer(name, cb) { this.destroy(); later(() => cb(null, tls.createSecureContext(own))); }), QUIET);
  for (const answer of [null, false, 1, {}, '', Buffer.from('a'), ['a']]) {
    await attempt(`ALPNCallback answers ${JSON.stringify(answer)}`, () => ({ ALPNCallback: () => answer }), { ALPNProtocols: ['a', 'b'] });
  }
  await attempt('ALPNCallback is asynchronous', () => ({ ALPNCallback: async ({ protocols }) => protocols[0] }), { ALPNProtocols: ['a', 'b'] });
  await attempt('ALPNCallback gets all kinds of names', () => ({ ALPNCallback: ({ protocols }) => { console.log(protocols); return protocols[0]; } }), { ALPNProtocols: ['\u0001', 'x'.repeat(255), '\u00e9', ' '] });
  await attempt('OCSPRequest answers twice', () => ({}), { ...QUIET, requestOCSP: true }, (server) => server.on('OCSPRequest', (cert, issuer, cb) => { cb(null, Buffer.from('status')); cb(null, Buffer.from('status')); }));
  await attempt('OCSPRequest answers nothing', () => ({}), { requestOCSP: true }, (server) => server.on('OCSPRequest', (cert, issuer, cb) => cb(null, null)));
  await attempt('newSession twice', () => ({ secureOptions: NO_TICKET }), { maxVersion: 'TLSv1.2' }, (server) => server.on('newSession', (id, data, cb) => { cb(); cb(); }));
  await attempt('ALPNCallback throws', () => ({ ALPNCallback: boom }), { ALPNProtocols: ['a'] });
  await attempt('OCSPRequest throws', () => ({}), { requestOCSP: true }, (server) => server.on('OCSPRequest', boom));
  await attempt('newSession throws', () => ({ secureOptions: NO_TICKET }), { maxVersion: 'TLSv1.2' }, (server, lines) => server.on('newSession', boom).on('error', (error) => lines.push(`server: error ${error.message}`)));
  await attempt('checkServerIdentity throws', () => ({}), { checkServerIdentity: boom });
  await attempt('checkServerIdentity refuses', () => ({}), { checkServerIdentity: (host, cert) => new Error(`not ${host} ${cert.subject.CN}`) });
  await attempt('checkServerIdentity accepts', () => ({}), { servername: 'else.test', checkServerIdentity: () => undefined });
  await attempt('the name is another', () => ({}), { servername: 'else.test' });
  await attempt('the name is an address', () => ({}), { servername: '' });
  await attempt('no root is known', () => ({}), { ca: [] });
}
main();
