'use strict';
const { spawnSync } = require('child_process');

const run = (...args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return [status, stdout, stderr.replace(process.execPath, 'COMMAND')];
};
const completion = run('--completion-bash')[1];
console.log(completion.startsWith('_node_complete() {\n'), completion.includes('complete -o filenames -o nospace -o bashdefault -F _node_complete node node_g'));
for (const option of ['--eval', '--experimental-vfs', '--inspect', '--print', '-e']) console.log(option, completion.split(/[\s']/).includes(option));
console.log(run('--security-revert=not-a-cve'));
for (const share of ['0', 'abc', '']) console.log(run(`--max-old-space-size-percentage=${share}`, '-e', '1'));
const limit = (share) => Number(run('--max-old-space-size=100', `--max-old-space-size-percentage=${share}`, '-p', 'v8.getHeapStatistics().heap_size_limit')[1]);
const quarter = limit(25);
console.log(Math.round(10 * quarter / limit(50)), quarter > 200 * 2 ** 20);
console.log(run('--vfs-mount=.', '-e', '1'));
