const { spawn, spawnSync, execFile } = require('child_process');
const child = spawn('no-such-program', ['a', 'b']);
console.log(child.pid);
child.on('exit', () => console.log('never'));
child.on('error', ({ message, code, errno, syscall, path, spawnargs }) => {
  console.log({ message, code, errno, syscall, path, spawnargs });
});
child.on('close', (code, signal) => {
  console.log('close', code, signal);
  const { error, status, signal: by, output, pid } = spawnSync('no-such-program', ['c']);
  console.log(error.message, error.code, error.path, error.spawnargs, status, by, output, pid);
  execFile('no-such-program', (err, stdout, stderr) => console.log(err.code, err.cmd, [stdout, stderr]));
});
