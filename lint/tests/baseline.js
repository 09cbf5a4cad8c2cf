'use strict';

// A small core of its own, with violations planted in it.

const assert = require('node:assert');
const { mkdirSync, mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { dirname, join } = require('node:path');
const baseline = require('../baseline');
const { lint } = require('../lint');

const PRIMORDIALS = 'module.exports = { ObjectKeys: Object.keys };';

function withCore(files, run) {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'));
  try {
    const core = join(folder, 'core');
    for (const [path, text] of Object.entries({ 'internal/primordials.js': PRIMORDIALS, ...files })) {
      mkdirSync(dirname(join(core, path)), { recursive: true });
      writeFileSync(join(core, path), text);
    }
    run(() => lint(core), join(folder, 'baseline'), (path, text) => writeFileSync(join(core, path), text));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const USES_ALL = "const { ObjectKeys } = require('internal/primordials'); ObjectKeys;";
const allFiles = (found, rule) => [...found.get(rule).keys()];

module.exports = (it) => {
  it('a new violation fails, and so does an entry that is larger than what is left', () => {
    withCore({ 'a/a.js': `${USES_ALL} list.push(1); list.push(2);` }, (run, folder, change) => {
      baseline.write(folder, run());
      assert.deepStrictEqual(baseline.compare(folder, run()), []);

      change('a/a.js', `${USES_ALL} list.push(1); list.push(2); list.push(3);`);
      assert.match(baseline.compare(folder, run()).join('\n'), /a\/a\.js: 3 violations of no-patchable-methods, 2 allowed/);
      assert.strictEqual(baseline.grows(folder, run()), true);

      change('a/a.js', `${USES_ALL} list.push(1);`);
      assert.match(baseline.compare(folder, run()).join('\n'), /1 violations of no-patchable-methods are left of 2/);
      assert.strictEqual(baseline.grows(folder, run()), false);
      baseline.write(folder, run());
      assert.deepStrictEqual(baseline.compare(folder, run()), []);
    });
  });

  it('a shared file that only its own folder requires is found', () => {
    withCore({
      'a/a.js': `${USES_ALL} require('internal/a/own'); require('internal/a/used');`,
      'a/shared/own.js': '',
      'a/shared/used.js': '',
      'b/b.js': "require('internal/a/used');",
    }, (run) => {
      assert.deepStrictEqual(allFiles(run(), 'shared-is-used'), ['a/shared/own.js']);
      assert.deepStrictEqual(allFiles(run(), 'own-internals'), []);
    });
  });

  it('the files of a cycle of top-level requires are found, requires inside functions are not', () => {
    withCore({
      'a/a.js': `${USES_ALL} require('internal/a/b');`,
      'a/internal/b.js': "require('internal/a/c');",
      'a/internal/c.js': "require('a'); ",
      'd/d.js': "require('a'); module.exports = () => require('e');",
      'e/e.js': "require('d');",
    }, (run) => {
      assert.deepStrictEqual(allFiles(run(), 'no-require-cycles'), ['a/a.js', 'a/internal/b.js', 'a/internal/c.js']);
    });
  });

  it('a primordial that nobody uses is found', () => {
    withCore({ 'a/a.js': '' }, (run) => {
      assert.match(run().get('no-unused-primordials').get('internal/primordials.js')[0].message, /ObjectKeys/);
    });
  });

  it('natives syntax is read', () => {
    withCore({ 'a/a.js': `${USES_ALL} %PerformMicrotaskCheckpoint();` }, (run) => {
      assert.deepStrictEqual(allFiles(run(), 'no-patchable-globals'), []);
    });
  });

  it('a file that is not JavaScript is told', () => {
    withCore({ 'a/a.js': 'const = 1;' }, (run) => assert.throws(run, /a\/a\.js:1/));
  });
};
