const { spawn, exec, spawnSync } = require('child_process');
const result = spawnSync('sleep', ['60'], { timeout: 50 });
console.log(result.error.code, result.error.message, result.status, result.signal);
spawn('sleep', ['60'], { timeout: 50 }).on('exit', (code, signal) => {
  console.log('spawn', code, signal);
  exec('sleep 60', { timeout: 50, killSignal: 'SIGKILL' }, (err) => console.log('exec', err.code, err.signal, err.killed));
});
