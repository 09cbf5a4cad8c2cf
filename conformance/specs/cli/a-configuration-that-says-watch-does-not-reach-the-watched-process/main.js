'use strict';

// A watched process that read the configuration would watch, too, and start another one, and so on.

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'watch-'));
const write = (name, value) => fs.writeFileSync(path.join(folder, name), JSON.stringify(value));
write('options.json', { nodeOptions: { watch: true } });
write('namespace.json', { watch: { watch: true } });
fs.writeFileSync(path.join(folder, 'app.js'), 'console.log(process.execArgv, process.argv.length);');

function watch(config, next) {
  const child = spawn(process.execPath, [`--experimental-config-file=${config}`, '--no-warnings', 'app.js'],
    { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  let seen = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    seen += text;
    if (seen.includes('Waiting for file changes')) child.kill();
  });
  child.on('close', () => {
    console.log(config, seen);
    next();
  });
}

watch('options.json', () => watch('namespace.json', () => fs.rmSync(folder, { recursive: true })));
