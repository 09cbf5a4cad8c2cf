'use strict';
// enableTrace writes the records and messages of a connection to stderr. What is random is hidden here.
const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawnSync } = require('child_process');

const folder = path.join(__dirname, '..', 'a-handshake-tells-what-was-agreed');

function client() {
  const tls = require('tls');
  const pem = (name) => fs.readFileSync(path.join(folder, `${name}.pem`));
  const settings = { ecdhCurve: 'X25519:P-256', sigalgs: 'ECDSA+SHA256', ciphers: 'TLS_AES_128_GCM_SHA256:ECDHE-ECDSA-AES128-GCM-SHA256' };
  const versions = ['TLSv1.3', 'TLSv1.2'];
  const next = () => {
    const maxVersion = versions.shift();
    if (maxVersion === undefined) return;
    const server = tls.createServer({ key: pem('server-key'), cert: pem('server-cert'), maxVersion, ALPNProtocols: ['b'] }, (socket) => socket.end('x'));
    server.listen(0, '127.0.0.1', () => {
      const socket = tls.connect({ port: server.address().port, host: '127.0.0.1', servername: 'server.test', ca: pem('ca-cert'), enableTrace: true, ALPNProtocols: ['a', 'b'], ...settings });
      socket.resume();
      socket.on('close', () => server.close(next));
    });
  };
  next();
}

if (process.argv[2] === 'client') {
  client();
} else {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'trace-')), 'stderr'); // a pipe may lose a part of it
  const { status } = spawnSync(process.execPath, [__filename, 'client'], { stdio: ['ignore', 'inherit', fs.openSync(file, 'w')] });
  const stderr = fs.readFileSync(file, 'utf8');
  fs.rmSync(path.dirname(file), { recursive: true });
  console.log(status);
  console.log(stderr.replace(/\b[0-9A-F]{16,}\b/g, 'RANDOM').replace(/(gmt_unix_time|age_add)=\w+/g, '$1=RANDOM').replace(/(Signature|Length|length|body|ServerKeyExchange|CertificateVerify)(, Length=| = |=| \(len=)\d+/g, '$1$2N'));
  try {
    require('tls').connect({ port: 1, enableTrace: 'yes' });
  } catch (error) {
    console.log(error.code, error.message);
  }
}
