'use strict';
// Which events file calls, connections, requests, workers and asynchronous resources write.
const { promisify } = require('util');
const execFile = promisify(require('child_process').execFile);
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'trace-'));

async function trace(code, categories) {
  const args = ['--trace-event-categories', categories, '-e', code];
  const { stderr } = await execFile(process.execPath, args, { cwd: folder });
  if (stderr) console.log(stderr);
  return JSON.parse(fs.readFileSync(path.join(folder, 'node_trace.1.log'), 'utf8')).traceEvents;
}
const show = ({ ph, cat, name }) => `${ph} ${cat} ${name}`;
const kinds = (events) => [...new Set(events.filter(({ cat }) => cat !== '__metadata').map(show))].sort();

(async () => {
// Begin and end of each call alternate.
const sync = (await trace(`
  const fs = require('fs');
  fs.writeFileSync('a', 'text');
  fs.readFileSync('a');
  fs.renameSync('a', 'b');
  fs.chmodSync('b', 0o600);
  fs.statSync('b');
  fs.readdirSync('.');
  fs.unlinkSync('b');
`, 'node.fs.sync')).filter(({ cat }) => cat !== '__metadata');
console.log(sync.every(({ ph, name }, i) => ph === (i % 2 ? 'E' : 'B') && name === sync[i - i % 2].name));
const used = new Set(sync.map(show));
for (const name of ['open', 'write', 'close', 'fstat', 'read', 'rename', 'chmod', 'stat', 'readdir', 'unlink'])
  console.log(name, used.has(`B node,node.fs,node.fs.sync fs.sync.${name}`));

const async = (await trace("const fs = require('fs'); fs.stat('.', () => fs.unlink('none', () => {}))", 'node.fs.async'));
const shown = async.filter(({ cat, name }) => cat !== '__metadata' && ['stat', 'unlink'].includes(name));
console.log(shown.map(({ ph, name, args }) => [ph, name, args]));
console.log(shown[0].id === shown[1].id, shown[0].ts <= shown[1].ts);

const http = (await trace(`
  const http = require('http');
  const server = http.createServer((req, res) => { res.statusCode = 404; res.end(); server.close(); });
  server.listen(0, '127.0.0.1', () => http.get({ port: server.address().port, host: '127.0.0.1', path: '/a?b', agent: false }));
`, 'node.http,node.net.native')).filter(({ cat }) => cat !== '__metadata');
console.log(http.filter(({ name }) => name.startsWith('http')).map(({ ph, name, args }) => [ph, name, args]));
console.log(http.filter(({ name }) => name === 'connect').map(({ ph, cat, args }) => [ph, cat, Object.keys(args)]));

console.log(kinds(await trace('setTimeout(() => {}, 1)', 'node.async_hooks')).filter((kind) => kind.includes('Timeout')));
const names = (await trace("new (require('worker_threads').Worker)('', { eval: true, name: 'w' })", 'node'))
  .filter(({ name }) => name === 'thread_name').map(({ args }) => args.name);
console.log(['JavaScriptMainThread', '[worker 1] w'].map((name) => names.includes(name)));
console.log(kinds(await trace('', 'node.bootstrap')));
console.log(kinds(await trace("Promise.reject(1).catch(() => {})", 'node.promises.rejections')));
fs.rmSync(folder, { recursive: true });
})();
