'use strict';
// gyre doctor: small programs with one disease each, and a healthy one; the verdict is in the JSON and in the exit code.
const assert = require('node:assert');
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-doctor-'));

// None of these depends on how fast the machine is.
const programs = {
  blocked: `const cell = new Int32Array(new SharedArrayBuffer(4));
setInterval(function sleepsOnTheLoop() {
  Atomics.wait(cell, 0, 0, 300);
}, 500);`,
  pool: `const { scrypt } = require('crypto');
const again = () => scrypt('a', 'b', 32, { N: 1 << 15, maxmem: 1 << 26 }, again);
for (let i = 0; i < 12; i++) again();`,
  gc: 'setInterval(() => gc(), 5);',
  healthy: 'setInterval(() => {}, 20); setTimeout(() => process.exit(0), 1000);',
  failed: 'setTimeout(() => { throw new Error("on purpose"); }, 300);',
};

function examine(name, ...options) {
  const file = path.join(folder, `${name}.js`);
  fs.writeFileSync(file, programs[name]);
  const report = path.join(folder, name);
  const args = ['doctor', ...options, file, '--output', `${report}.html`, '--json', `${report}.json`, '--duration=1.5'];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args);
    let stderr = '';
    child.stderr.on('data', (chunk) => { stderr += chunk; });
    child.on('close', (code) => {
      assert.ok(fs.existsSync(`${report}.json`), `${name}: ${stderr}`);
      const json = JSON.parse(fs.readFileSync(`${report}.json`, 'utf8'));
      resolve({ code, stderr, json, first: json.findings[0], file, html: fs.readFileSync(`${report}.html`, 'utf8') });
    });
  });
}

async function main() {
  const [blocked, failed, healthy] = await Promise.all([examine('blocked'), examine('failed'), examine('healthy')]);
  assert.strictEqual(blocked.first.kind, 'LOOP_BLOCKED', blocked.stderr);
  assert.strictEqual(blocked.code, 1);
  assert.match(blocked.json.verdict, /^The event loop was blocked for \d+ ms by Atomics\.wait .*sleepsOnTheLoop/);
  assert.strictEqual(blocked.first.place.file, blocked.file);
  assert.strictEqual(blocked.first.place.line, 3);
  assert.ok(blocked.first.place.source.some((line) => line.text.includes('Atomics.wait(cell')));
  assert.ok(blocked.html.includes('The event loop was blocked'));
  assert.strictEqual(failed.first.kind, 'APP_FAILED');
  assert.deepStrictEqual([failed.code, failed.json.exitCode, failed.json.healthy], [3, 1, false]);

  const [pool, gc] = await Promise.all([examine('pool'), examine('gc', '--expose-gc')]);
  assert.strictEqual(pool.first.kind, 'POOL_SATURATED', pool.json.verdict);
  assert.match(pool.json.verdict, /CPU lane was full .*scrypt/);
  assert.strictEqual(healthy.code, 0, healthy.stderr);
  assert.strictEqual(healthy.json.healthy, true);
  assert.strictEqual(healthy.json.exitCode, 0);
  assert.ok(gc.json.findings.some((finding) => finding.kind === 'GARBAGE_COLLECTION'), gc.json.verdict);
  assert.strictEqual(gc.code, 1);

  const usage = spawn(process.execPath, ['doctor', '--on-port', '80', 'x.js']);
  assert.strictEqual(await new Promise((resolve) => usage.on('close', resolve)), 2);
  fs.rmSync(folder, { recursive: true });
  console.log('ok');
}

main();
