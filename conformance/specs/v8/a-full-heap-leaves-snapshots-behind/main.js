'use strict';

const { spawnSync } = require('child_process');
const { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } = require('fs');
const { tmpdir } = require('os');
const { join } = require('path');

const program = `
  require('v8').setHeapSnapshotNearHeapLimit(1);
  class Marked {}
  const kept = [new Marked()];
  for (;;) kept.push(new Array(1e5).fill(1.5));`;

const cwd = mkdtempSync(join(tmpdir(), 'near-limit-'));
const { stderr, status, signal } = spawnSync(process.execPath, ['--max-old-space-size=30', '-e', program], { cwd, encoding: 'utf8' });
const files = readdirSync(cwd);
console.log(files.map((name) => name.replace(/^Heap\.\d{8}\.\d{6}\.\d+\.0\./, 'Heap.DAY.TIME.PID.0.')));
console.log((statSync(join(cwd, files[0])).mode & 0o777).toString(8));
console.log(stderr.match(/^Wrote snapshot to .*$/mg)?.map((line) => line.replace(join(cwd, files[0]), 'FILE')));
console.log(/^FATAL ERROR: .* JavaScript heap out of memory$/m.test(stderr), status === 134 || signal === 'SIGABRT');
const { nodes, strings } = JSON.parse(readFileSync(join(cwd, files[0]), 'utf8'));
console.log(nodes.length > 1000, strings.includes('Marked'));
rmSync(cwd, { recursive: true });
