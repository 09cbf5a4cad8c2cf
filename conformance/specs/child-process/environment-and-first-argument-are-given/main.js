const { spawnSync } = require('child_process');
process.env.FROM_PARENT = '1';
const env = (options) => String(spawnSync('sh', ['-c', 'echo "$FROM_PARENT|$ONLY"'], options).stdout);
console.log(env({}), env({ env: { ONLY: 'this', PATH: process.env.PATH } }));
console.log(String(spawnSync('sh', ['-c', 'echo $0'], { argv0: 'another' }).stdout));
console.log(String(spawnSync('echo "$0" "$1"', { shell: true }).stdout));
console.log(spawnSync('echo', { env: { PATH: '/nowhere' } }).error.code);
