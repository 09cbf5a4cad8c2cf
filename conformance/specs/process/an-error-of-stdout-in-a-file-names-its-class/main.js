// To a file, stdout is written while JavaScript waits; a full disk is an event of the stream.
const { spawnSync } = require('child_process');

const write = (text) => spawnSync('sh', ['-c', '"$0" -e "$1" > /dev/full', process.execPath, text], { encoding: 'utf8' });

console.log(write('process.stdout.on("error", (e) => console.error(e.code, e.syscall)).write("x")').stderr);
const { status, stderr } = write('process.stdout.write("x")');
console.log(status, stderr.match(/Emitted .*/)?.[0], /ENOSPC: no space left on device, write/.test(stderr));
console.log(write('process.stderr.write(process.stdout.constructor.name)').stderr);
