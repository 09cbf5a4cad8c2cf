const { spawn } = require('child_process');
if (process.argv[2] === 'child') {
  process.stdin.on('data', (chunk) => process.stdout.write(`<${chunk}>`));
  process.stdin.on('end', () => console.log('end'));
} else {
  const child = spawn(process.execPath, [__filename, 'child'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const words = ['first', 'second', 'third'];
  child.stdin.write(words.shift());
  child.stdout.on('data', (chunk) => {
    process.stdout.write(`${chunk}\n`);
    if (words.length > 0) child.stdin.write(words.shift());
    else child.stdin.end();
  });
}
