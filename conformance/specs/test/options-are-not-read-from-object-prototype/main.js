'use strict';

// What a program puts on Object.prototype is no option of tests and no part of their results.

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'prototype-'));
fs.writeFileSync(path.join(folder, 'mutation.js'), 'Object.prototype.extra = true;');
fs.writeFileSync(path.join(folder, 'a.test.js'), `
const { test, suite, before } = require('node:test');
test('passes');
test('fails', () => { throw undefined; });
suite('suite', () => { before(() => {}); test('inner'); });
`);
fs.writeFileSync(path.join(folder, 'b.test.mjs'), "import test from 'node:test'; test('second file', { todo: 'soon' });");
for (const isolation of ['process', 'none']) {
  const { status, stdout, stderr } = spawnSync(process.execPath,
    ['--require', './mutation.js', '--test', '--test-reporter=tap', `--test-isolation=${isolation}`], { cwd: folder, encoding: 'utf8' });
  console.log(isolation, status, stderr);
  console.log(stdout.split('\n').filter((line) => /^ *(?:ok|not ok|# [a-z]+ \d)/.test(line)).join('\n'));
}
fs.rmSync(folder, { recursive: true });
