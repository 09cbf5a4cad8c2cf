const attempt = (name, run) => {
  try {
    run();
    console.log(name, 'was allowed');
  } catch (error) {
    console.log(name, error.code, error.permission, error.resource === process.execPath ? 'this command' : error.resource, error.message);
  }
};
const child = require('child_process');
attempt('spawn', () => child.spawn('ls'));
attempt('spawnSync', () => child.spawnSync('ls'));
attempt('exec', () => child.exec('ls'));
attempt('execSync', () => child.execSync('ls'));
attempt('execFile', () => child.execFile('ls'));
attempt('execFileSync', () => child.execFileSync('ls'));
attempt('fork', () => child.fork(__filename));
attempt('cluster.fork', () => require('cluster').fork());
attempt('execve', () => process.execve('/bin/true', ['true']));
attempt('Worker', () => new (require('worker_threads').Worker)('', { eval: true }));
attempt('WASI', () => new (require('wasi').WASI)({ version: 'preview1' }));
attempt('inspector.open', () => require('inspector').open(0));
attempt('Session', () => new (require('inspector').Session)().connect());
attempt('dlopen', () => process.dlopen({ exports: {} }, '/tmp/none.node'));
attempt('sqlite with extensions', () => new (require('node:sqlite').DatabaseSync)(':memory:', { allowExtension: true }));
console.log(require('inspector').url(), process.kill(process.pid, 0));
