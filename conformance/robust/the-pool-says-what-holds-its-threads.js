'use strict';
// Work that waits for a thread of the pool for too long is told of while it waits, with the tasks that hold the threads and
// the lines that submitted them; once, and not at all with --pool-warn=0.
const assert = require('node:assert');
const { spawnSync } = require('node:child_process');

const program = `'use strict';
const { pbkdf2 } = require('crypto');
const started = performance.now();
(function fill() {
  pbkdf2('a', 'b', 1e5, 64, 'sha512', () => {
    if (performance.now() - started < 700) fill();
  });
})();
function late() {
  require('zlib').gzip('text', () => {});
}
for (let i = 0; i < 40; i++) pbkdf2('a', 'b', 1e4, 64, 'sha512', () => {});
late();
`;
const run = (option) => spawnSync(process.execPath, [option, '-e', program], {
  encoding: 'utf8', env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
});

const { stderr, status } = run('--pool-warn=20');
assert.strictEqual(status, 0, stderr);
const lines = stderr.trimEnd().split('\n');
assert.match(lines[0], /^gyre: a task has waited \d+\.\d s for a thread of the worker pool \(lane cpu, 1 threads?, \d+ tasks? waits?\)$/);
assert.match(lines[1], /^ {2}waits: (crypto\.pbkdf2|zlib\.\w+), submitted at \[eval\]:(5|10|12)$/);
assert.match(lines[2], /^ {2}holds a thread: crypto\.pbkdf2 for \d+\.\d s, submitted at \[eval\]:(5|12)$/);
assert.strictEqual(lines.length, 3, stderr);

assert.deepStrictEqual([run('--pool-warn=0').stderr, run('--pool-warn=x').status], ['', 9]);
console.log('ok');
