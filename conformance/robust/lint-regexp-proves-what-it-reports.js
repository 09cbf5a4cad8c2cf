'use strict';
// `gyre lint-regexp` reports expressions that it has seen to be slow: its witness is JavaScript, and makes this process slow too.
const assert = require('node:assert');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const examples = path.join(__dirname, '../../examples/lint-regexp');
const lint = (...args) => spawnSync(process.execPath, ['lint-regexp', ...args], { encoding: 'utf8' });

// 200 ms are a fifth of what the longest text would take: so a faster processor finds the quadratic expression, too.
const found = lint('--json', '--min-time=200', examples);
assert.strictEqual(found.stderr, '');
assert.strictEqual(found.status, 1);
const report = JSON.parse(found.stdout);
assert.deepStrictEqual([report.files, report.expressions, report.undecided, report.unread], [2, 8, [], []]);
assert.deepStrictEqual(
  report.vulnerable.map((entry) => [path.basename(entry.file), entry.line, entry.column, entry.kind, entry.degree]),
  [
    ['slow.js', 3, 28, 'exponential', undefined],
    ['slow.js', 4, 29, 'exponential', undefined],
    ['slow.js', 5, 42, 'polynomial', 2],
    ['slow.js', 6, 30, 'polynomial', 3],
  ]);
assert.deepStrictEqual(report.vulnerable.slice(0, 2).map((entry) => entry.guard.defuses), [true, false]);
for (const entry of report.vulnerable) {
  const text = (0, eval)(entry.witness);
  assert.strictEqual(text.length, entry.length);
  assert.ok(entry.milliseconds >= 200);
}

// The flag i keeps the guard away, so this process backtracks as the linter did. A quarter of the time is enough to tell.
const unguarded = report.vulnerable[1];
const before = process.cpuUsage();
new RegExp(unguarded.source, unguarded.flags).test((0, eval)(unguarded.witness));
assert.ok(process.cpuUsage(before).user >= 50_000);

// A file of the command's name is run when it is written as a path.
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-lint-'));
fs.writeFileSync(path.join(folder, 'lint-regexp'), 'console.log("the script")');
const script = spawnSync(process.execPath, ['./lint-regexp'], { cwd: folder, encoding: 'utf8' });
fs.rmSync(folder, { recursive: true });
assert.strictEqual(script.stdout, 'the script\n');

const usage = lint('--frobnicate');
assert.deepStrictEqual([usage.status, usage.stdout, usage.stderr], [2, '', 'gyre lint-regexp: bad option: --frobnicate\n']);
assert.match(lint('--help').stdout, /^Usage: gyre lint-regexp/);
console.log('ok');
