const { spawn } = require('child_process');
const child = spawn('sleep', ['5'], { detached: true, stdio: 'ignore' });
child.unref();
process.on('exit', () => {
  console.log('not waiting');
  process.kill(-child.pid, 'SIGKILL');
});
