const { spawn, spawnSync } = require('child_process');
const fs = require('fs');
const file = fs.openSync(__filename, 'r');
const first = spawnSync('head', ['-n', '1'], { stdio: [file, 'pipe', 'ignore'] });
console.log(String(first.stdout), first.stderr, first.output.length);
const duplex = spawn('sh', ['-c', 'cat <&3 >&4'], { stdio: ['ignore', 'inherit', 'inherit', 'pipe', 'pipe'] });
console.log(duplex.stdio.map((stream) => stream && stream.constructor !== undefined));
duplex.stdio[4].on('data', (chunk) => console.log('fd 4:', String(chunk)));
duplex.stdio[3].end('through fd 3');
duplex.on('close', () => {
  const source = spawn('echo', ['handed on']);
  const sink = spawn('cat', { stdio: [source.stdout, 'pipe', 'inherit'] });
  sink.stdout.on('data', (chunk) => console.log('cat:', String(chunk)));
});
