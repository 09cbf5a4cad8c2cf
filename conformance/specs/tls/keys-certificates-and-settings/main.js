'use strict';
// Keys, certificates and settings of a secure context: what is accepted, what is refused and how, and what two sides with
// them agree on.
const fs = require('fs');
const path = require('path');
const tls = require('tls');
const { once } = require('events');
const { constants } = require('crypto');

const file = (name) => fs.readFileSync(path.join(__dirname, name));
const pem = (name) => file(`${name}.pem`);
const ca = pem('ca-cert');
const pair = (name) => ({ key: pem(`${name}-key`), cert: pem(`${name}-cert`) });
process.on('warning', (warning) => console.log('  warning:', warning.name, warning.message));

const text = (error) => `${error.name} ${error.code} ${error.message.replace(/^[0-9A-F]+:error:[^:]*:/, '').replace(/:[^:]*\.c:\d+:.*/s, '').trim()}`;

function make(name, options) {
  let result = 'made';
  try {
    tls.createSecureContext(options);
  } catch (error) {
    result = text(error);
  }
  console.log(`${name}: ${result}`);
}

// What both sides see, each in its own order.
async function meet(name, serverOptions, clientOptions = {}, look = () => []) {
  const lines = [];
  let server;
  try {
    server = tls.createServer({ ...pair('ec'), ...serverOptions });
  } catch (error) {
    console.log(`${name}\n  createServer: ${text(error)}`);
    return;
  }
  server.on('secureConnection', (socket) => {
    lines.push(`server: ${socket.getProtocol()} ${socket.authorized} ${socket.authorizationError} ${socket.getPeerCertificate().subject?.CN}`);
    socket.on('error', () => {});
    socket.end('bye');
  });
  server.on('tlsClientError', (error) => lines.push(`server: ${text(error)}`));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  try {
    const socket = tls.connect({ port, host: '127.0.0.1', ca, servername: 'server.test', ...clientOptions });
    socket.on('secureConnect', () => lines.push(`client: ${socket.authorized} ${socket.authorizationError} ${socket.getPeerCertificate().subject?.CN}`, ...look(socket)));
    socket.on('error', (error) => lines.push(`client: ${text(error)}`));
    socket.resume();
    await new Promise((resolve) => { socket.on('close', resolve); });
  } catch (error) {
    lines.push(`connect: ${text(error)}`);
  }
  await new Promise((resolve) => { server.close(resolve); });
  lines.sort();
  console.log(`${name}\n  ${lines.join('\n  ')}`);
}

function contexts() {
  make('nothing', {});
  make('a key and its certificate', pair('ec'));
  make('the key of another certificate', { key: pem('rsa-key'), cert: pem('ec-cert') });
  make('the key of another certificate of the same kind', { key: pem('leaf-key'), cert: pem('ec-cert') });
  make('a key that is none', { key: 'none' });
  make('a certificate that is none', { cert: 'none' });
  make('an authority that is none', { ca: 'none' });
  make('a key of the wrong type', { key: 5 });
  make('a certificate of the wrong type', { cert: {} });
  make('an authority of the wrong type', { ca: [true] });
  make('a passphrase of the wrong type', { ...pair('ec'), passphrase: 1 });
  make('an encrypted key', { key: pem('ec-key-encrypted'), cert: pem('ec-cert'), passphrase: 'secret' });
  make('an encrypted key, wrong passphrase', { key: pem('ec-key-encrypted'), cert: pem('ec-cert'), passphrase: 'wrong' });
  make('an encrypted key, no passphrase', { key: pem('ec-key-encrypted'), cert: pem('ec-cert') });
  make('a key in the old encrypted format', { key: pem('rsa-key-encrypted'), cert: pem('rsa-cert'), passphrase: 'secret' });
  make('a key in the old encrypted format, wrong passphrase', { key: pem('rsa-key-encrypted'), passphrase: 'wrong' });
  make('a list of keys with passphrases', { key: [{ pem: pem('ec-key-encrypted'), passphrase: 'secret' }, pem('rsa-key')], cert: [pem('ec-cert'), pem('rsa-cert')] });
  make('a list of keys, one passphrase', { key: [pem('ec-key-encrypted')], cert: pem('ec-cert'), passphrase: 'secret' });
  make('pfx', { pfx: file('ec.pfx'), passphrase: 'secret' });
  make('pfx without a passphrase', { pfx: file('rsa.pfx') });
  make('pfx, wrong passphrase', { pfx: file('ec.pfx'), passphrase: 'wrong' });
  make('pfx, passphrase missing', { pfx: file('ec.pfx') });
  make('pfx, several', { pfx: [{ buf: file('ec.pfx'), passphrase: 'secret' }, file('rsa.pfx')] });
  make('pfx, several, one passphrase', { pfx: [file('ec.pfx')], passphrase: 'secret' });
  make('pfx without a key', { pfx: file('no-key.pfx'), passphrase: 'secret' });
  make('pfx that is none', { pfx: Buffer.from('none') });
  make('crl', { ca, crl: pem('ca-crl') });
  make('crl, several', { ca, crl: [pem('ca-crl'), pem('ca-crl').toString()] });
  make('crl that is none', { crl: 'none' });
  make('crl of the wrong type', { crl: 1 });
  make('dhparam of 2048 bits', { dhparam: pem('dh-2048') });
  make('dhparam of 512 bits', { dhparam: pem('dh-512') });
  make('dhparam auto', { dhparam: 'auto' });
  make('dhparam that is none', { dhparam: 'none' });
  make('dhparam of the wrong type', { dhparam: 7 });
  make('ciphers', { ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' });
  make('ciphers of TLS 1.3 only', { ciphers: 'TLS_AES_128_GCM_SHA256' });
  make('ciphers that nobody knows', { ciphers: 'no-such-cipher' });
  make('ciphers of TLS 1.3 that nobody knows', { ciphers: 'TLS_NONE' });
  make('ciphers, empty', { ciphers: '' });
  make('ciphers of the wrong type', { ciphers: 1 });
  make('ecdhCurve', { ecdhCurve: 'P-256:X25519' });
  make('ecdhCurve auto', { ecdhCurve: 'auto' });
  make('ecdhCurve that nobody knows', { ecdhCurve: 'none' });
  make('ecdhCurve of the wrong type', { ecdhCurve: 1 });
  make('sigalgs', { sigalgs: 'ECDSA+SHA256:RSA-PSS+SHA256' });
  make('sigalgs, empty', { sigalgs: '' });
  make('sigalgs that nobody knows', { sigalgs: 'none' });
  make('sigalgs of the wrong type', { sigalgs: 1 });
  make('minVersion', { minVersion: 'TLSv1.3' });
  make('minVersion that nobody knows', { minVersion: 'TLSv1.4' });
  make('maxVersion of the wrong type', { maxVersion: 12 });
  make('secureProtocol', { secureProtocol: 'TLSv1_2_method' });
  make('secureProtocol and minVersion', { secureProtocol: 'TLSv1_2_method', minVersion: 'TLSv1.2' });
  make('secureProtocol that nobody knows', { secureProtocol: 'none' });
  make('secureProtocol of SSL 3', { secureProtocol: 'SSLv3_method' });
  make('secureOptions', { secureOptions: constants.SSL_OP_NO_TICKET });
  make('secureOptions of the wrong type', { secureOptions: 'none' });
  make('sessionIdContext', { sessionIdContext: 'x' });
  make('sessionIdContext that is too long', { sessionIdContext: 'x'.repeat(33) });
  make('sessionIdContext of the wrong type', { sessionIdContext: 1 });
  make('sessionTimeout', { sessionTimeout: 10 });
  make('sessionTimeout below 0', { sessionTimeout: -1 });
  make('ticketKeys', { ticketKeys: Buffer.alloc(48) });
  make('ticketKeys that are too short', { ticketKeys: Buffer.alloc(47) });
  make('ticketKeys of the wrong type', { ticketKeys: 'x' });
  make('clientCertEngine of the wrong type', { clientCertEngine: 1 });
  make('privateKeyIdentifier alone', { privateKeyIdentifier: 'x' });
  make('allowPartialTrustChain', { ca, allowPartialTrustChain: true });
}

async function main() {
  contexts();
  await meet('a certificate of an intermediate, with its chain', { key: pem('leaf-key'), cert: pem('leaf-chain') });
  await meet('a certificate of an intermediate, without it', { key: pem('leaf-key'), cert: pem('leaf-cert') });
  await meet('the intermediate is trusted', { key: pem('leaf-key'), cert: pem('leaf-cert') }, { ca: pem('mid-cert') });
  await meet('the intermediate is trusted, partial chain', { key: pem('leaf-key'), cert: pem('leaf-cert') }, { ca: pem('mid-cert'), allowPartialTrustChain: true });
  await meet('the certificate is its own authority', pair('ec'), { ca: pem('ec-cert') });
  await meet('a pfx brings its authority', { key: undefined, cert: undefined, pfx: file('ec.pfx'), passphrase: 'secret' });
  await meet('two kinds of certificates, RSA asked for', { key: [pem('ec-key'), pem('rsa-key')], cert: [pem('ec-cert'), pem('rsa-cert')] }, { sigalgs: 'RSA-PSS+SHA256' });
  await meet('two kinds of certificates, ECDSA asked for', { key: [pem('ec-key'), pem('rsa-key')], cert: [pem('ec-cert'), pem('rsa-cert')] }, { sigalgs: 'ECDSA+SHA256' }, (socket) => [`sigalgs ${socket.getSharedSigalgs()}`]);
  await meet('a revoked certificate', pair('revoked'), { crl: pem('ca-crl') });
  await meet('a certificate that is not revoked', pair('ec'), { crl: pem('ca-crl') });
  await meet('a revoked certificate of a client', { ca, crl: pem('ca-crl'), requestCert: true, rejectUnauthorized: false }, pair('revoked'));
  await meet('a certificate of a client', { ca, requestCert: true }, pair('client'));
  await meet('a client without a certificate', { ca, requestCert: true, rejectUnauthorized: false });
  await meet('a client without a certificate is refused (TLS 1.2)', { ca, requestCert: true, maxVersion: 'TLSv1.2' });
  await meet('a certificate of a client that nobody trusts', { ca: pem('mid-cert'), requestCert: true, rejectUnauthorized: false }, pair('client'));
  await meet('curves in common', { ecdhCurve: 'P-384' }, { ecdhCurve: 'P-256:P-384' }, (socket) => [JSON.stringify(socket.getEphemeralKeyInfo())]);
  await meet('no curve in common', { ecdhCurve: 'P-384' }, { ecdhCurve: 'P-256' });
  await meet('a cipher of TLS 1.2', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' }, {}, (socket) => [JSON.stringify(socket.getCipher())]);
  await meet('no cipher in common', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' }, { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES256-GCM-SHA384' });
  await meet('the server chooses the cipher', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-ECDSA-AES128-GCM-SHA256' }, { ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384', maxVersion: 'TLSv1.2' }, (socket) => [socket.getCipher().name]);
  await meet('the client chooses the cipher', { honorCipherOrder: false, maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-ECDSA-AES128-GCM-SHA256' }, { ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384', maxVersion: 'TLSv1.2' }, (socket) => [socket.getCipher().name]);
  await meet('a finite field', { ...pair('rsa'), maxVersion: 'TLSv1.2', dhparam: pem('dh-2048'), ciphers: 'DHE-RSA-AES128-GCM-SHA256' }, { ciphers: 'DHE-RSA-AES128-GCM-SHA256' }, (socket) => [JSON.stringify(socket.getEphemeralKeyInfo())]);
  await meet('a finite field that is too small', { ...pair('rsa'), maxVersion: 'TLSv1.2', dhparam: pem('dh-1024'), ciphers: 'DHE-RSA-AES128-GCM-SHA256:@SECLEVEL=0' }, { ciphers: 'DHE-RSA-AES128-GCM-SHA256:@SECLEVEL=0', minDHSize: 2048 });
  await meet('no version in common', { maxVersion: 'TLSv1.2' }, { minVersion: 'TLSv1.3' });
  await meet('secureOptions leave a version out', { secureOptions: constants.SSL_OP_NO_TLSv1_3 });
  await meet('an old secureProtocol', {}, { secureProtocol: 'TLSv1_2_method' });
}
main();
