'use strict';

// With the compile cache modules behave as without it, whatever has happened to its files in the meantime: each is damaged in one
// of several ways between the runs.

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cache-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
const write = (name, text) => fs.writeFileSync(path.join(folder, name), text);

const body = (text, more = '') => `exports.text = '${text}';
exports.say = () => exports.text.length;
exports.args = [arguments.length >= 5, this === exports, require === arguments[1], module.filename === __filename];
exports.place = () => new Error('here').stack.split('\\n')[1].replace(/^.*[/]/, '');
${more}
`;
const modules = {
  'plain.js': body('plain'),
  'umlaut.js': body('pläin €'),
  'wide.js': body('日本語'),
  'mark.js': `\ufeff${body('mark')}`,
  'hash.js': `#!/usr/bin/env node\n${body('hash')}`,
  'imports.js': body('imports', "exports.later = () => import('node:path').then(({ sep }) => console.log('imported', sep));"),
  'strict.js': `'use strict';\n${body('strict', 'exports.self = (function() { return this; })();')}`,
  'large.js': body('large', `exports.sum = () => ${'1 + '.repeat(400_000)}0;`),
  'wrong.js': 'let a = ;',
  'throws.js': 'exports.a = 1;\n\nthrow new Error("at line 3");',
  'empty.js': '',
};
for (const name of Object.keys(modules)) write(name, modules[name]);
write('main.js', `
for (const name of ${JSON.stringify(Object.keys(modules))}) {
  try {
    const { text, say, place, args, self, later } = require('./' + name);
    console.log(name, text, say?.(), String(say), place?.(), args, self);
    later?.();
  } catch (error) {
    console.log(name, error.name, error.message, error.stack.split('\\n').find((line) => line.includes(name)).replace(/^.*[/]/, ''));
  }
}
`);

const cache = path.join(folder, 'cache');

function run(title, env = {}) {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['main.js'], {
    cwd: folder, encoding: 'utf8', env: { ...process.env, NODE_COMPILE_CACHE: cache, ...env },
  });
  console.log(`-- ${title} ${status}`);
  console.log(stdout.trim());
  console.log(stderr.trim());
}

function damage(how) {
  const tag = path.join(cache, fs.readdirSync(cache)[0]);
  for (const name of fs.readdirSync(tag)) {
    const file = path.join(tag, name);
    const contents = fs.readFileSync(file);
    how(file, contents);
  }
}

run('first');
run('second');
damage((file, contents) => {
  contents[contents.length - 9] ^= 1;
  fs.writeFileSync(file, contents);
});
run('a bit of the code changed');
run('and once more');
for (const at of [0, 5, 9, 13, 17, 25]) {
  damage((file, contents) => {
    contents[at] ^= 1;
    fs.writeFileSync(file, contents);
  });
}
run('heads changed');
damage((file, contents) => fs.writeFileSync(file, contents.subarray(0, contents.length / 2)));
run('cut off');
damage((file) => fs.writeFileSync(file, ''));
run('empty');
damage((file, contents) => fs.writeFileSync(file, Buffer.concat([contents, contents])));
run('longer');
damage((file) => {
  fs.unlinkSync(file);
  fs.mkdirSync(file);
});
run('folders');
fs.rmSync(cache, { recursive: true });
run('gone');
const { mtime, atime } = fs.statSync(path.join(folder, 'plain.js'));
write('plain.js', body('brain'));
fs.utimesSync(path.join(folder, 'plain.js'), atime, mtime);
run('another source');
run('and once more');
