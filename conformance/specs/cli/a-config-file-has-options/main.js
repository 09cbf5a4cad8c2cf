const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawnSync } = require('child_process');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'config-'));

// What a process prints that has this file and these options; a complaint without the command's name.
function run(config, ...args) {
  const text = typeof config === 'string' ? config : JSON.stringify(config);
  fs.writeFileSync(path.join(folder, 'node.config.json'), text);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--no-warnings', ...args], { cwd: folder, encoding: 'utf8' });
  const lines = stderr.split('\n').filter((line) => /^\S/.test(line) && !/^Node|^node:/.test(line)).slice(0, 2);
  console.log(text.slice(0, 60), '=>', status, stdout.trim(), lines.map((line) => line.slice(line.startsWith(process.execPath) ? process.execPath.length + 2 : 0)).join(' | '));
}

const USE = '--experimental-default-config-file';
const has = ['-p', 'process.permission?.has("fs.read", "/etc/x") + " " + process.permission?.has("child")'];
run({ nodeOptions: { 'title': 'named' } }, USE, '-p', 'process.title');
run({ nodeOptions: { 'title': 'named' } }, '--experimental-config-file', '-p', 'process.title');
run({ nodeOptions: { 'title': 'named' } }, '--experimental-config-file=node.config.json', '--title=other', '-p', 'process.title');
run({ permission: { 'allow-fs-read': ['/etc/*'], 'allow-child-process': true } }, USE, ...has);
run({ permission: {} }, USE, '--allow-child-process', ...has);
run({ nodeOptions: { 'title': 1 } }, USE, '-p', '1');
run({ nodeOptions: { 'max-http-header-size': 10 } }, USE, '-p', 'require("http").maxHeaderSize');
run({ nodeOptions: { 'unknown': true } }, USE, '-p', '1');
run({ nodeOptions: { 'title': 'a --no-deprecation' } }, USE, '-p', '1');
run('{"nodeOptions":{"title":"a","title":"b"}}', USE, '-p', '1');
run('[]', USE, '-p', '1');
run('{', USE, '-p', '1');
run({}, '--experimental-config-file=missing.json', '-p', '1');
run({}, '--experimental-default-config-file=x', '-p', '1');
run({ nodeVersion: 20, nodeOptions: {} }, USE, '-p', '1');
fs.rmSync(folder, { recursive: true });
