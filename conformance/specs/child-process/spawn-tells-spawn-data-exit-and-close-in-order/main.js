const { spawn } = require('child_process');
const child = spawn('sh', ['-c', 'cat; echo error >&2; exit 3']);
console.log('pid is a number', typeof child.pid, child.spawnfile, child.spawnargs);
child.on('spawn', () => console.log('spawn'));
child.stdout.on('data', (chunk) => console.log('stdout', String(chunk)));
child.stderr.setEncoding('utf8').on('data', (chunk) => process.stdout.write(`stderr ${chunk}`));
child.on('exit', (code, signal) => console.log('exit', code, signal, child.exitCode, child.signalCode));
child.on('close', (code, signal) => console.log('close', code, signal, child.stdout.destroyed));
child.stdin.end('from the parent');
