const { execFileSync, fork, spawnSync } = require('child_process');
const { Worker } = require('worker_threads');
const text = `
  const has = (...args) => process.permission?.has(...args);
  console.log(typeof process.permission, has('fs.read'), has('fs.read', '/etc/x'), has('fs.read', '/tmp/a b/c'), has('child'), has('worker'), has('net'));
`;
const run = (name, args, options) => {
  const { stdout, stderr } = spawnSync(process.execPath, [...args, '-e', text], { encoding: 'utf8', ...options });
  console.log(name, stdout.trim() || stderr.split('\n')[0]);
};
run('plain', ['--no-warnings'], {});
run('an environment of its own', [], { env: { NODE_NO_WARNINGS: '1' } });
run('options of its own', [], { env: { NODE_OPTIONS: '--no-warnings --title=--permission' } });
run('its own model', ['--no-warnings', '--permission', '--allow-fs-read=/tmp/*'], {});
run('its own model by NODE_OPTIONS', [], { env: { NODE_OPTIONS: '--permission --no-warnings' } });
const worker = new Worker(text, { eval: true });
worker.on('exit', () => {
  new Worker(`try { require('fs').readFileSync('/usr/none') } catch (error) { console.log(error.code, error.permission, error.resource) }
    try { require('net').createServer().listen(0) } catch (error) { console.log(error.code, error.permission) }`, { eval: true });
});
