// What nyc does, by way of process-on-spawn: every child, also one that is waited for, gets a longer environment.
const { execFileSync, spawnSync } = require('child_process');

const native = process.binding('spawn_sync');
const { spawn } = native;
native.spawn = function(options) {
  console.log(options.file, options.args, options.stdio.map(({ type, input }) => [type, input?.length]));
  options.envPairs = [...options.envPairs, 'FOLLOWED=yes'];
  const result = spawn.call(this, options);
  console.log(Object.keys(result), result.status, result.output, result.error);
  return result;
};

const { pid, ...result } = spawnSync('sh', ['-c', 'cat; echo $FOLLOWED'], { input: 'hi ', encoding: 'utf8' });
console.log(pid > 0, result);
try {
  execFileSync('./no-such-file');
} catch (error) {
  console.log(error.message, Object.keys(error));
}
native.spawn = spawn;
console.log(Object.keys(spawnSync('true')));
