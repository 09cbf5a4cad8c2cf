'use strict';

// Names of files are completed only where the program allows that folders are read; in texts nothing is completed but these.

const fs = require('fs');
const os = require('os');
const path = require('path');
const repl = require('repl');
const { PassThrough } = require('stream');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'completions-'));
for (const name of ['a.js', 'b.mjs', 'c.txt', 'd.ts', 'e', 'sub/index.js']) {
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, '');
}
process.chdir(folder);

const LINES = [
  "import('./", "import('./a", "import('.", "import('..", "import('./sub", "import('./sub/", "import('fs/",
  "require('./a", "require('./sub", "fs.readFileSync('", "fs.readFileSync('sub/", "fs.existsSync('c",
  "console.log('ato", '"process.env', 'x = `ato', "'it\\'ato", "'it\\'s' + ato", '`a` + ato', '// ato', 'let ato', 'var ato', 'let x = ato', 'let x = process.ex',
  'I', 'pro',
];

for (const allowBlockingCompletions of [undefined, true]) {
  const server = repl.start({ input: new PassThrough(), output: new PassThrough(), terminal: false, allowBlockingCompletions });
  console.log(server.allowBlockingCompletions);
  for (const line of LINES) server.complete(line, (error, answer) => console.log(line, error, JSON.stringify(answer)));
  server.editorMode = true;
  for (const line of ['Uint', 'process.std', 'gone.']) server.complete(line, (error, answer) => console.log(line, error, JSON.stringify(answer)));
  server.editorMode = false;
  server.close();
}
process.chdir('/');
fs.rmSync(folder, { recursive: true });
