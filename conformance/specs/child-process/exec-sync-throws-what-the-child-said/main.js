const { execSync, execFileSync, spawnSync } = require('child_process');
console.log(execSync('cat', { input: 'fed', encoding: 'utf8' }), execFileSync('echo', ['file']));
try {
  execSync('echo reason >&2; exit 2', { stdio: 'pipe' });
} catch ({ message, status, signal, stderr }) {
  console.log({ message, status, signal, stderr: String(stderr) });
}
const { status, signal } = spawnSync('sh', ['-c', 'kill -9 $$']);
console.log(status, signal);
const big = Buffer.alloc(300_000, 'x');
console.log(spawnSync('cat', { input: big }).stdout.equals(big));
const full = spawnSync('yes', { maxBuffer: 1000 });
console.log(full.error.code, full.signal);
