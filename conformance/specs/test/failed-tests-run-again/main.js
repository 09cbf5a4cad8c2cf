'use strict';
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const folder = fs.mkdtempSync(path.join(require('node:os').tmpdir(), 'rerun-'));
const state = path.join(folder, 'state.json');
for (let i = 0; i < 3; i++) {
  const { stdout, status } = spawnSync(process.execPath, [
    '--test', '--test-reporter=tap', `--test-rerun-failures=${state}`, path.join('files', 'flaky.js'),
  ], { cwd: __dirname, encoding: 'utf8' });
  console.log(`attempt ${i}: exit ${status}`);
  console.log(stdout.split('\n').filter((line) => /^ *(?:not )?ok|ran:|^# (?:pass|fail) /.test(line)).join('\n'));
  const runs = JSON.parse(fs.readFileSync(state, 'utf8'));
  console.log(runs.map((run) => Object.entries(run).map(([place, { name, passed_on_attempt: on }]) => `${place} ${name} ${on}`)));
}
fs.rmSync(folder, { recursive: true });
