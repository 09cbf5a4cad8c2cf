'use strict';
// With --interactive and -e the text runs before the first line; afterwards `module` and `require` are the REPL's own.
const { spawnSync } = require('node:child_process');

const input = 'module.id\nmodule.filename\nx\nseen\nrequire("node:fs") === fs\n.exit\n';
const { status, stdout } = spawnSync(process.execPath, ['--interactive', '-e', 'var x = 42; var seen = module.id;'], { input, encoding: 'utf8' });
console.log(status, stdout.split('\n').slice(2));
