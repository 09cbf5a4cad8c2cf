'use strict';
// A program that has used up its descriptors uses things for the first time, then again when there are descriptors.
const fs = require('node:fs');

if (process.argv[2] !== 'child') {
  const { spawnSync } = require('node:child_process');
  const child = spawnSync('/bin/sh', ['-c', 'ulimit -n 64; exec "$0" "$@"', process.execPath, __filename, 'child'],
    { encoding: 'utf8' });
  console.log(child.stdout + child.stderr, child.status, child.signal);
  return;
}

const event = (emitter, name) => new Promise((resolve, reject) => emitter.on('error', reject).on(name, resolve));
const file = __filename;
const uses = {
  numberFormat: () => new Intl.NumberFormat('de').format(1234.5),
  dateFormat: () => new Date(0).toLocaleString('en-US', { timeZone: 'Asia/Tokyo' }),
  localeCompare: () => 'a'.localeCompare('b'),
  url: () => new URL('http://bücher.example').host,
  stat: () => fs.promises.stat(file).then((stat) => stat.isFile()),
  readFile: () => fs.promises.readFile(file).then((bytes) => bytes.length > 0),
  readdir: () => fs.promises.readdir(__dirname).then((names) => names.includes('main.js')),
  stream: () => event(fs.createReadStream(file), 'data').then(() => 'data'),
  watch: () => fs.watch(__dirname).close(),
  spawn: () => event(require('node:child_process').spawn('/bin/true'), 'exit'),
  execSync: () => require('node:child_process').execSync('echo hi', { encoding: 'utf8' }),
  listen: () => {
    const server = require('node:http').createServer().listen(0, '127.0.0.1');
    return event(server, 'listening').then(() => { server.close(); });
  },
  connect: () => event(require('node:net').connect(1, '127.0.0.1'), 'connect'),
  dgram: () => {
    const socket = require('node:dgram').createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    return event(socket, 'listening').then(() => { socket.close(); });
  },
  hash: () => require('node:crypto').createHash('sha1').update('a').digest('hex'),
  pbkdf2: () => require('node:crypto').pbkdf2Sync('a', 'b', 1, 4, 'sha1').toString('hex'),
  gzip: () => require('node:zlib').gunzipSync(require('node:zlib').gzipSync('a')).toString(),
  brotli: () => require('node:zlib').brotliDecompressSync(require('node:zlib').brotliCompressSync('a')).toString(),
  zstd: () => require('node:zlib').zstdDecompressSync(require('node:zlib').zstdCompressSync('a')).toString(),
  require: () => require('./module.js'),
  import: () => import('./module.mjs').then((module) => module.default),
  vm: () => require('node:vm').runInNewContext('1 + 1'),
  v8: () => require('node:v8').deserialize(require('node:v8').serialize({ a: 1 })),
  assert: () => require('node:assert').ok(true),
  readline: () => event(require('node:readline').createInterface({ input: require('node:stream').Readable.from(['a']) }), 'line'),
  signal: () => process.on('SIGUSR2', () => {}).listenerCount('SIGUSR2') > 0,
  resolver: () => require('node:dns').getServers().length > 0,
  os: () => [os.type(), os.uptime() > 0, os.totalmem() > 0, os.loadavg().length],
  rss: () => process.memoryUsage().rss > 0,
  timeZone: () => { process.env.TZ = 'Asia/Tokyo'; return new Date(0).getHours(); },
};
const os = require('node:os');

const held = [];
function useUpDescriptors() {
  try {
    for (;;) held.push(fs.openSync('/dev/null'));
  } catch (error) {
    if (error.code !== 'EMFILE') throw error;
  }
}

async function attempt(when, name) {
  try {
    console.log(when, name, await uses[name]());
  } catch (error) {
    console.log(when, name, error.code ?? error.message, error.syscall);
  }
}

(async () => {
  for (const name in uses) {
    useUpDescriptors();
    await attempt('without:', name);
  }
  for (const fd of held.splice(0)) fs.closeSync(fd);
  for (const name in uses) await attempt('with:', name);
  process.exit();
})();
