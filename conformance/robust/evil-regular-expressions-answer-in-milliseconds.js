'use strict';
// An expression that goes back too often is handed to V8's linear engine, unless --no-regexp-guard says otherwise. Without
// the guard each of these takes longer than anyone can wait: the limit of this script's run tells.
const assert = require('node:assert');
const { spawnSync } = require('node:child_process');

const slashes = '/'.repeat(100) + '\n';
assert.strictEqual(/(\/.+)+$/.test(slashes), false);
assert.strictEqual(/(a*)*b/.exec('a'.repeat(5000)), null);
assert.deepStrictEqual([.../^(\w+\s?)*$/m.exec('word '.repeat(40) + '!\nok')], ['ok', 'ok']);
assert.strictEqual(`${'x'.repeat(60)}!`.replace(/^(x+x+)+y/, ''), `${'x'.repeat(60)}!`);
assert.strictEqual(new RegExp('^(([a-z])+.)+[A-Z]([a-z])+$').test('a'.repeat(60)), false);

// The guard is no new syntax.
assert.throws(() => new RegExp('a', 'l'), SyntaxError);

const unguarded = spawnSync(process.execPath, ['--no-regexp-guard', '-e', `/(\\/.+)+$/.test(${JSON.stringify(slashes)})`],
  { timeout: 1500, killSignal: 'SIGKILL' });
assert.strictEqual(unguarded.signal, 'SIGKILL');
console.log('ok');
