const { spawn } = require('child_process');
if (process.argv[2] === 'child') {
  process.stdout.on('error', (err) => {
    console.error(err.code, err.syscall, err.message);
    process.exit(5);
  });
  setInterval(() => process.stdout.write('is anybody there?\n'), 10);
} else {
  const child = spawn(process.execPath, [__filename, 'child'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.once('data', () => child.stdout.destroy());
  child.stderr.on('data', (chunk) => process.stdout.write(chunk));
  child.on('exit', (code) => console.log('exit', code));
}
