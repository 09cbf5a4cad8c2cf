'use strict';
// Who is no member, or was one, connects to a node and sends nothing, little, too much, or what others have sent before. The node goes
// on, and a program that has the right certificate finds it at once.

const assert = require('node:assert');
const { execFileSync, spawn } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const net = require('node:net');
const path = require('node:path');
const tls = require('node:tls');
const { Pool } = require('gyre:pool');
const { scratch, until } = require('./support.js');

const LIMIT_MS = 30_000;
const folder = scratch();
const children = new Set();
process.on('exit', () => { for (const child of children) child.kill('SIGKILL'); });
process.removeAllListeners('warning'); // on a busy machine nodes answer late, which is told

function gyre(...words) {
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  child.output = '';
  child.stdout.on('data', (chunk) => { child.output += chunk; });
  child.stderr.on('data', (chunk) => { child.output += chunk; });
  child.once('exit', () => children.delete(child));
  return child;
}

async function startNode(...words) {
  const child = gyre('node', '--listen', '127.0.0.1:0', '--workers', '1', ...words);
  while (!/listens at (\S+),/.test(child.output)) {
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => { throw new Error(`the node ended: ${child.output}`); })]);
  }
  return { child, address: /listens at (\S+),/.exec(child.output)[1] };
}

const endpointOf = ({ address }) => ({ host: address.split(':')[0], port: +address.split(':')[1] });

// The node is as it was: it runs a task of a program that comes now.
async function isWell(node, certificates, what) {
  const pool = new Pool((n) => n * 2, { nodes: [node.address], tls: certificates });
  assert.strictEqual(await pool.run(21, { signal: AbortSignal.timeout(LIMIT_MS) }), 42, what);
  await pool.close();
  assert.strictEqual(node.child.exitCode, null, `${what}: ${node.child.output}`);
}

const closed = (socket) => new Promise((resolve) => { socket.on('error', () => {}).once('close', resolve); });

function certificateFiles(from) {
  const read = (name) => fs.readFileSync(path.join(from, name));
  return { ca: read('ca.pem'), cert: read('cert.pem'), key: read('key.pem') };
}

// A folder with a certificate of the authority in `from`, made by openssl with these lines of an extension and words.
function certificate(name, from, { extensions = '', days = '30' }) {
  const place = path.join(folder, name);
  const file = (short) => path.join(place, short);
  const openssl = (...words) => execFileSync('openssl', words, { stdio: ['ignore', 'ignore', 'pipe'] });
  fs.mkdirSync(place);
  fs.copyFileSync(path.join(from, 'ca.pem'), file('ca.pem'));
  fs.writeFileSync(file('ext'), extensions);
  openssl('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-out', file('key.pem'));
  openssl('req', '-new', '-key', file('key.pem'), '-subj', `/CN=${name}`, '-out', file('request'));
  openssl('x509', '-req', '-in', file('request'), '-CA', path.join(from, 'ca.pem'), '-CAkey', path.join(from, 'ca-key.pem'), '-set_serial', '7',
    '-days', days, '-extfile', file('ext'), '-out', file('cert.pem'));
  return place;
}

const hasOpenssl = () => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

// What JGroups sends first: a cookie, its version, and an address.
const GREETING = Buffer.from([...Buffer.from('bela'), 0x29, 0x46, 0, 7, 4, 127, 0, 0, 1, 0x1d, 0x01]);
const frame = (length, ...bytes) => Buffer.concat([Buffer.from([length >>> 24, length >>> 16, length >>> 8, length]), Buffer.from(bytes)]);

async function silentAndSlow(node, certificates) {
  const sockets = [];
  for (let i = 0; i < 80; i++) sockets.push(net.connect(endpointOf(node)));
  const ends = sockets.map(closed);
  // The beginning of a handshake, a byte at a time.
  const hello = Buffer.from('16030100f8010000f40303', 'hex');
  let at = 0;
  const timer = setInterval(() => { for (const socket of sockets.slice(0, 20)) if (!socket.destroyed) socket.write(hello.subarray(at % 11, at++ % 11 + 1)); }, 200);
  await isWell(node, certificates, 'silent and slow connections');
  await Promise.all(ends); // the node has ended them
  clearInterval(timer);
}

async function garbage(node, certificates) {
  const before = [Buffer.from('GET / HTTP/1.1\r\n\r\n'), Buffer.alloc(1 << 16, 0xff), Buffer.from([0x16, 3, 1, 0x40, 0]), GREETING];
  await Promise.all(before.map((bytes) => {
    const socket = net.connect(endpointOf(node));
    socket.resume().write(bytes);
    return closed(socket);
  }));
  // By who has a certificate: such a one could run code anyway, but must not stop a node by mistake.
  const after = [Buffer.from('no greeting at all'), Buffer.concat([GREETING, frame(0x7fffffff, 1, 2, 3)]), Buffer.concat([GREETING, frame(-7, 1)]),
    Buffer.concat([GREETING, frame(2 << 20), Buffer.alloc(2 << 20, 9)]), Buffer.concat([GREETING, frame(64), Buffer.alloc(64, 0xee)])];
  const sockets = await Promise.all(after.map(async (bytes) => {
    const socket = tls.connect({ ...endpointOf(node), ...certificateFiles(certificates), checkServerIdentity() {} });
    socket.on('error', () => {});
    await once(socket, 'secureConnect');
    socket.resume().write(bytes);
    return socket;
  }));
  await isWell(node, certificates, 'garbage');
  for (const socket of sockets) socket.destroy();
}

async function wrongCertificates(node, certificates) {
  const expired = certificate('expired', certificates, { days: '-1' });
  const socket = tls.connect({ ...endpointOf(node), ...certificateFiles(expired), rejectUnauthorized: false });
  const ended = closed(socket);
  socket.on('secureConnect', () => socket.write(GREETING));
  socket.resume();
  await ended;
  await isWell(node, certificates, 'an expired certificate');
  await until(() => /a member at 127\.0\.0\.1 can't join: its certificate CN=expired \(.*\) has expired;/.test(node.child.output), 'the node says that it has expired');

  // A certificate for clients alone is none for a server: the member that connects to it says nothing.
  const clients = certificate('clients', certificates, { extensions: 'extendedKeyUsage = clientAuth' });
  let heard = 0;
  const rogue = tls.createServer({ ...certificateFiles(clients), requestCert: true, minVersion: 'TLSv1.3' }, (incoming) => {
    incoming.on('error', () => {}).on('data', (chunk) => { heard += chunk.length; });
  }).listen(0, '127.0.0.1');
  await once(rogue, 'listening');
  const status = gyre('node', '--status', '--join', `127.0.0.1:${rogue.address().port}`, '--tls', certificates);
  const [code] = await once(status, 'close');
  assert.deepStrictEqual([code, heard], [1, 0], status.output);
  assert.match(status.output, /no node answers/);
  rogue.close();
}

// What a member has sent is sent again, by who has listened to it.
async function replay() {
  const node = await startNode();
  const records = [];
  const proxy = net.createServer((incoming) => {
    const outgoing = net.connect(endpointOf(node));
    const chunks = [];
    records.push(chunks);
    incoming.on('data', (chunk) => { chunks.push(chunk); outgoing.write(chunk); }).on('close', () => outgoing.destroy()).on('error', () => {});
    outgoing.on('data', (chunk) => incoming.write(chunk)).on('close', () => incoming.destroy()).on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const status = gyre('node', '--status', '--join', `127.0.0.1:${proxy.address().port}`);
  await once(status, 'close');
  assert.ok(records.some((chunks) => Buffer.concat(chunks).length > 50), 'something was recorded');
  const sockets = [];
  for (let i = 0; i < 3; i++) {
    for (const chunks of records) {
      const socket = net.connect(endpointOf(node)).on('error', () => {}).resume();
      socket.write(Buffer.concat(chunks));
      sockets.push(socket);
    }
  }
  await isWell(node, undefined, 'joins that were sent again');
  for (const socket of sockets) socket.destroy();
  proxy.close();
}

(async () => {
  const certificates = path.join(folder, 'own');
  const made = gyre('node', '--init-ca', certificates);
  await once(made, 'close');
  const node = await startNode('--tls', certificates);
  await silentAndSlow(node, certificates);
  await garbage(node, certificates);
  if (hasOpenssl()) await wrongCertificates(node, certificates);
  await replay();
  console.log('ok');
  process.exit();
})();
