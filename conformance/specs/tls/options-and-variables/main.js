'use strict';
// What options and environment variables decide about trust, versions, ciphers and logs. The server is here, each client is
// a process of its own.
const fs = require('fs');
const os = require('os');
const path = require('path');
const tls = require('tls');
const { spawn } = require('child_process');
const { once } = require('events');

const folder = path.join(__dirname, '..', 'a-handshake-tells-what-was-agreed');
const pem = (name) => path.join(folder, `${name}.pem`);
const ca = pem('ca-cert');
const none = { NODE_EXTRA_CA_CERTS: undefined, NODE_OPTIONS: undefined, SSL_CERT_FILE: undefined, SSL_CERT_DIR: undefined, NODE_TLS_REJECT_UNAUTHORIZED: undefined, NODE_USE_SYSTEM_CA: undefined };

const client = `
  const own = fs.readFileSync(process.env.CA, 'latin1').trim();
  console.log(tls.DEFAULT_MIN_VERSION, tls.DEFAULT_MAX_VERSION, tls.DEFAULT_CIPHERS.length,
    ...['default', 'extra', 'system'].map((type) => tls.getCACertificates(type).some((one) => one.trim() === own)));
  const socket = tls.connect({ port: +process.env.PORT, host: '127.0.0.1', servername: 'server.test' }, () => {
    console.log(socket.authorized, socket.getProtocol(), socket.getCipher().name);
    socket.end();
  });
  socket.resume();
  socket.on('error', (error) => console.log(error.code));`;

async function run(name, args, env) {
  const child = spawn(process.execPath, [...args, '-e', client], { env: { ...process.env, ...none, ...env } });
  const out = [];
  const err = [];
  child.stdout.on('data', (bytes) => out.push(bytes));
  child.stderr.on('data', (bytes) => err.push(bytes));
  const [status] = await once(child, 'close');
  const warnings = Buffer.concat(err).toString().split('\n').filter((line) => line && !line.startsWith('(Use ') && !/^node:internal|^ +at |^ *\^$|^ +context\.|^ +throw |^Node\.js/.test(line)).map((line) => line.replace(/^\(node:\d+\) /, '').replace(/^\S*(node|gyre)\S*: /, '').replaceAll(folder, 'FOLDER').replace(/\S*\/certs-\w+/, 'CERTS'));
  return `${name}: ${status} ${Buffer.concat(out).toString().trim()}${warnings.length > 0 ? `\n  ${warnings.join('\n  ')}` : ''}`;
}

async function main() {
  const server = tls.createServer({ key: fs.readFileSync(pem('server-key')), cert: fs.readFileSync(pem('server-cert')), minVersion: 'TLSv1.2' }, (socket) => {
    socket.on('error', () => {});
    socket.end('x');
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const env = { PORT: `${server.address().port}`, CA: ca };
  const folderOfCerts = fs.mkdtempSync(path.join(os.tmpdir(), 'certs-'));
  fs.copyFileSync(ca, path.join(folderOfCerts, '661fc77a.0')); // the hash of its subject
  const keylog = path.join(folderOfCerts, 'keys.log');
  const tests = [
    ['nothing', [], {}],
    ['NODE_EXTRA_CA_CERTS', [], { NODE_EXTRA_CA_CERTS: ca }],
    ['NODE_EXTRA_CA_CERTS that is missing', [], { NODE_EXTRA_CA_CERTS: path.join(folder, 'missing.pem') }],
    ['NODE_TLS_REJECT_UNAUTHORIZED', [], { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
    ['--use-openssl-ca, SSL_CERT_FILE', ['--use-openssl-ca'], { SSL_CERT_FILE: ca }],
    ['--use-openssl-ca, SSL_CERT_DIR', ['--use-openssl-ca'], { SSL_CERT_DIR: folderOfCerts }],
    ['SSL_CERT_FILE alone', [], { SSL_CERT_FILE: ca }],
    ['--use-system-ca, SSL_CERT_FILE', ['--use-system-ca'], { SSL_CERT_FILE: ca }],
    ['NODE_USE_SYSTEM_CA, SSL_CERT_FILE', [], { SSL_CERT_FILE: ca, NODE_USE_SYSTEM_CA: '1' }],
    ['--tls-max-v1.2, --tls-min-v1.0', ['--tls-max-v1.2', '--tls-min-v1.0'], { NODE_EXTRA_CA_CERTS: ca }],
    ['--tls-cipher-list', [], { NODE_EXTRA_CA_CERTS: ca, NODE_OPTIONS: '--tls-max-v1.2 --tls-cipher-list=ECDHE-ECDSA-AES256-GCM-SHA384' }],
    ['a cipher that nobody knows', ['--tls-cipher-list=none'], {}],
    ['--tls-min-v1.3 and --tls-max-v1.2', ['--tls-min-v1.3', '--tls-max-v1.2'], {}],
    ['--tls-keylog', [`--tls-keylog=${keylog}`], { NODE_EXTRA_CA_CERTS: ca }],
  ];
  const results = [];
  const next = async () => {
    for (let i = results.length; i < tests.length; i = results.length) {
      results.push('');
      results[i] = await run(tests[i][0], tests[i][1], { ...env, ...tests[i][2] });
    }
  };
  await Promise.all([next(), next(), next()]);
  for (const text of results) console.log(text);
  console.log('logged:', fs.readFileSync(keylog, 'latin1').split('\n').map((line) => line.split(' ')[0]).sort().join(' ').trim());
  fs.rmSync(folderOfCerts, { recursive: true });
  server.close();
}
main();
