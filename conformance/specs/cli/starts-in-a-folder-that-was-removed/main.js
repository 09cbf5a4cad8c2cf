'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawnSync } = require('child_process');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'removed-'));
process.chdir(folder);
fs.rmdirSync(folder);

const run = (args, input) => {
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', input });
  console.log(status, stdout.trim());
};
run(['-p', 'try { process.cwd() } catch ({ code, message }) { [code, message] }']);
run(['-p', 'process.chdir("/"); process.cwd()']);
run(['-p', 'module.paths[0] === require("path").join(process.execPath, "..", "node_modules")']);
run(['-p', 'fs.readdirSync(".").length']);
run(['--interactive'], 'require("path").sep\nprocess.exit(42)\n');
