'use strict';

// Where Gyre's permission model is stricter than Node's, and doors that only Gyre has. Each of these would be a way around it.

const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawnSync } = require('child_process');

const DENIED = { code: 'ERR_ACCESS_DENIED' };

if (process.argv[2] === 'restricted') restricted(process.argv[3]);
else main();

function main() {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-permission-')));
  try {
    for (const name of ['open', 'closed', 'closed/deep']) fs.mkdirSync(path.join(folder, name));
    fs.writeFileSync(path.join(folder, 'closed', 'secret.js'), 'secret();\n');
    fs.mkdirSync(path.join(folder, 'closed', 'open'));
    fs.writeFileSync(path.join(folder, 'closed', 'open', 'file'), 'secret');
    fs.writeFileSync(path.join(folder, 'open', 'file'), 'granted');
    fs.symlinkSync(path.join(folder, 'closed', 'deep'), path.join(folder, 'link'));
    const { status, stdout, stderr } = spawnSync(process.execPath, [
      '--permission', '--allow-worker', '--allow-child-process', '--no-warnings', `--allow-fs-read=${folder}/open`, `--allow-fs-write=${folder}/open`,
      __filename, 'restricted', folder,
    ], { encoding: 'utf8' });
    assert.strictEqual(status, 1, stderr);
    assert.strictEqual(stdout, 'all tried\n', stderr);
    // The error that ends the process has no line of a file that may not be read.
    assert.match(stderr, /Error: last/);
    assert.doesNotMatch(stderr, /secret\(\)/);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
  console.log('ok');
}

async function restricted(folder) {
  const secret = path.join(folder, 'closed', 'secret.js');

  // The kernel takes `link/..` for the parent of the target, the name says `open`.
  assert.throws(() => fs.readFileSync(`${folder}/link/../open/file`), DENIED);
  assert.strictEqual(fs.readFileSync(`${folder}/open/../open/file`, 'utf8'), 'granted');

  // Bytes that another thread changes between check and use.
  const shared = new Uint8Array(new SharedArrayBuffer(secret.length));
  shared.set(Buffer.from(secret));
  assert.throws(() => fs.renameSync(shared, `${folder}/open/x`), DENIED);

  // A worker that is started without the options of its parent.
  await inWorker(`require('fs').readFileSync(${JSON.stringify(secret)})`, { execArgv: [] });
  await inWorker(`require('fs').readFileSync(${JSON.stringify(secret)})`, { execArgv: ['--permission', '--allow-fs-read=*'] });
  await inWorker(`require('net').createServer().listen(0)`, { execArgv: [], env: {} });

  // The options of a child come from those that this process has, not from a list that it can change.
  process.execArgv.length = 0;
  const child = spawnSync(process.execPath, ['-p', 'process.permission.has("fs.read")'], { encoding: 'utf8', env: {} });
  assert.strictEqual(child.stdout, 'false\n', child.stderr);

  sqlite(folder);

  // Gyre's own pool is made of workers.
  process.permission.drop('worker');
  const { Pool } = require('gyre:pool');
  const outcome = await (async () => new Pool(path.join(folder, 'open', 'file')).run(1))().catch((error) => error);
  assert.ok(outcome instanceof Error, 'a pool was made');

  fs.writeSync(1, 'all tried\n');
  const fail = new Function(`throw new Error('last');\n//# sourceURL=${secret}`);
  setImmediate(fail);
}

function sqlite(folder) {
  const { DatabaseSync } = require('node:sqlite');
  assert.throws(() => new DatabaseSync(`${folder}/closed/a.db`), DENIED);
  assert.throws(() => new DatabaseSync(`file:${folder}/open/%2e%2e/closed/a.db`), DENIED);
  const database = new DatabaseSync(`${folder}/open/a.db`);
  database.exec('CREATE TABLE t (x)');
  assert.throws(() => database.exec(`ATTACH '${folder}/closed/a.db' AS other`), { code: 'ERR_SQLITE_ERROR' });
  assert.throws(() => database.exec(`VACUUM INTO '${folder}/closed/a.db'`), { code: 'ERR_SQLITE_ERROR' });
  database.close();
}

function inWorker(code, options) {
  const { Worker } = require('worker_threads');
  return new Promise((resolve, reject) => {
    const worker = new Worker(code, { eval: true, ...options });
    worker.on('error', (error) => (error.code === DENIED.code ? resolve() : reject(error)));
    worker.on('exit', () => reject(new Error(`it was allowed: ${code}`)));
  });
}
