'use strict';

// The first call of a core function in a process: node first-call.js NAME. Prints its time on the clock and the CPU time of
// all threads of the process meanwhile. A function that calls back is measured until it has.

const fs = require('fs');

const wait = (call) => new Promise((resolve, reject) => {
  call((error, value) => (error ? reject(error) : resolve(value)));
});

const calls = {
  'require(http)': () => require('http'),
  'require(crypto)': () => require('crypto'),
  'require(child_process)': () => require('child_process'),
  'require(zlib)': () => require('zlib'),
  'require(net)': () => require('net'),
  'require(stream)': () => require('stream'),
  'require(url)': () => require('url'),
  'require(util)': () => require('util'),
  'require(os)': () => require('os'),
  'fs.statSync': () => fs.statSync(__filename),
  'fs.existsSync': () => fs.existsSync('/no/such/file'),
  'fs.readFileSync': () => fs.readFileSync(__filename, 'utf8'),
  'fs.readdirSync': () => fs.readdirSync(__dirname),
  'fs.readFile': () => wait((done) => fs.readFile(__filename, done)),
  'fs.stat': () => wait((done) => fs.stat(__filename, done)),
  'fs.promises.readFile': () => fs.promises.readFile(__filename),
  'fs.mkdtempSync': () => fs.rmdirSync(fs.mkdtempSync('/tmp/cold-')),
  'path.resolve': () => require('path').resolve('a'),
  'process.memoryUsage': () => process.memoryUsage(),
  'process.hrtime.bigint': () => process.hrtime.bigint(),
  'performance.now': () => performance.now(),
  'Buffer.from': () => Buffer.from('text').toString('base64'),
  'new URL': () => new URL('http://a.example/b?c=d').searchParams.get('c'),
  'TextDecoder': () => new TextDecoder().decode(new Uint8Array([65, 66])),
  'util.inspect': () => require('util').inspect({ a: [1, new Map([[1, 2]])], b: new Date(0) }),
  'setImmediate': () => new Promise((resolve) => { setImmediate(resolve); }),
  'setTimeout': () => new Promise((resolve) => { setTimeout(resolve, 1); }),
  'structuredClone': () => structuredClone({ a: [1, new Map([[1, 2]])] }),
  'crypto.randomBytes': () => require('crypto').randomBytes(16),
  'crypto.createHash': () => require('crypto').createHash('sha256').update('a').digest('hex'),
  'crypto.randomUUID': () => require('crypto').randomUUID(),
  'zlib.gzipSync': () => require('zlib').gzipSync('text'),
  'zlib.gzip': () => wait((done) => require('zlib').gzip('text', done)),
  'os.cpus': () => require('os').cpus(),
  'dns.lookup': () => wait((done) => require('dns').lookup('127.0.0.1', done)),
  'net listen': () => new Promise((resolve) => {
    const server = require('net').createServer().listen(0, '127.0.0.1', () => server.close(resolve));
  }),
  'http listen': () => new Promise((resolve) => {
    const server = require('http').createServer().listen(0, '127.0.0.1', () => server.close(resolve));
  }),
  'http request': () => new Promise((resolve) => {
    const http = require('http');
    const server = http.createServer((_, response) => response.end('x')).listen(0, '127.0.0.1', () => {
      http.get({ port: server.address().port, host: '127.0.0.1' }, (response) => {
        response.resume().on('end', () => { server.close(resolve); });
      });
    });
  }),
  'spawnSync': () => require('child_process').spawnSync('/bin/true'),
  'vm.runInNewContext': () => require('vm').runInNewContext('1 + 1'),
};

async function measure(name) {
  if (calls[name] === undefined) throw new Error(`no such call: ${name}`);
  Date.now(); // process.cpuUsage and hrtime are called once before: their own first calls are not to be measured
  process.hrtime();
  process.cpuUsage();
  const cpu = process.cpuUsage();
  const start = process.hrtime();
  const result = calls[name]();
  if (result instanceof Promise) await result;
  const [s, ns] = process.hrtime(start);
  const { user, system } = process.cpuUsage(cpu);
  return { ms: s * 1e3 + ns / 1e6, cpuMs: (user + system) / 1e3 };
}

if (process.argv[2] === undefined) console.log(Object.keys(calls).join('\n'));
else measure(process.argv[2]).then((result) => console.log(JSON.stringify(result)));
