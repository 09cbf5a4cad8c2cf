const { spawn, spawnSync, exec, fork } = require('child_process');
const attempts = [
  () => spawn(), () => spawn(''), () => spawn('a\0b'), () => spawn('echo', 'text'), () => spawn('echo', [], 7),
  () => spawn('echo', [], { cwd: 1 }), () => spawn('echo', [], { detached: 1 }), () => spawn('echo', [], { uid: 'me' }),
  () => spawn('echo', [], { shell: 1 }), () => spawn('echo', [], { stdio: 'loud' }), () => spawn('echo', [], { stdio: [{}] }),
  () => spawn('echo', [], { stdio: ['ipc', 'ipc'] }), () => spawnSync('echo', { stdio: ['ipc'] }),
  () => spawn('echo', [], { killSignal: 'SIGNONE' }), () => spawn('echo', [], { timeout: -1 }),
  () => spawn('echo', [], { env: { A: 'b\0' } }), () => spawnSync('echo', { maxBuffer: -1 }),
  () => exec(7), () => fork(), () => fork('x', [], { stdio: ['pipe'] }), () => spawn('echo', [], { signal: {} }),
];
for (const attempt of attempts) {
  try {
    attempt();
  } catch (err) {
    console.log(`${err.name} ${err.code} ${err.message}`);
  }
}
