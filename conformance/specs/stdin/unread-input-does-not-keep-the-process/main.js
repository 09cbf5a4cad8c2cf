const { spawn } = require('child_process');
if (process.argv[2] === 'child') {
  process.stdin.unref?.();
  process.stdin.pause();
  console.log('child is done', process.stdin.fd);
} else {
  const child = spawn(process.execPath, [__filename, 'child'], { stdio: ['pipe', 'inherit', 'inherit'] });
  child.on('exit', (code) => console.log('exit', code));
}
