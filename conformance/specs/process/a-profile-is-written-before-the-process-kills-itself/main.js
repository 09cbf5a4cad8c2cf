'use strict';
const { spawnSync } = require('child_process');
const fs = require('fs');
const folder = fs.mkdtempSync(require('path').join(require('os').tmpdir(), 'profile-'));
const listens = 'process.on("SIGTERM", () => process.exit(0));';
for (const flag of ['--cpu-prof', '--heap-prof']) {
  for (const text of ['process.kill(process.pid)', 'process.kill(0 | process.pid, 9)', `${listens} process.kill(process.pid, 15); setTimeout(() => {}, 60_000)`]) {
    const { signal, status } = spawnSync(process.execPath, [flag, `${flag}-dir=${folder}`, '-e', text]);
    const files = fs.readdirSync(folder);
    console.log(flag, signal, status, files.length, files.every((name) => JSON.parse(fs.readFileSync(`${folder}/${name}`)) !== null));
    for (const name of files) fs.rmSync(`${folder}/${name}`);
  }
}
fs.rmdirSync(folder);
