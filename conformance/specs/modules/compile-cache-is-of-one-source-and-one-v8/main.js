'use strict';

// With the compile cache a module behaves as without it: what V8 has compiled is used only for the same source, and by a V8
// with the same flags.

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cache-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
const write = (name, text) => fs.writeFileSync(path.join(folder, name), text);

write('main.js', `
const show = (name) => {
  const { text, say, place, args } = require(name);
  console.log(name, text, say(), String(say), place(), args);
};
if (process.env.REPLACED) {
  const Module = require('module');
  const load = Module._extensions['.js'];
  Module._extensions['.js'] = (module, filename) => {
    const { _compile } = module;
    module._compile = function(content, name) { return _compile.call(this, content.replace('plain', 'other'), name); };
    load(module, filename);
  };
}
for (const name of ['./plain', './umlaut', './mark', './hash', './imports', './mentions', './inspector', './typed.cjs']) show(name);
delete require.cache[require.resolve('./plain')];
show('./plain');
`);
const body = (text, more = '') => `exports.text = '${text}';
exports.say = () => exports.text.length;
exports.args = [arguments.length >= 5, this === exports, require === arguments[1], module.filename === __filename];
exports.place = () => new Error('here').stack.split('\\n')[1].replace(/^.*[/]/, '');
exports.frames = new Error('frames').stack.split('\\n').slice(1, 3).map((line) => line.replace(/[(].*/, ''));
console.log(...exports.frames);
${more}
`;
write('plain.js', body('plain'));
write('umlaut.js', body('pläin €'));
write('mark.js', `\ufeff${body('mark')}`);
write('hash.js', `#!/usr/bin/env node\n${body('hash')}`);
write('imports.js', body('imports', `import('node:path').then(({ sep }) => console.log('imported', sep));`));
write('mentions.js', body('mentions', `// import('node:path')`));
write('inspector.js', body('inspector', `
const { Session } = require('inspector');
const session = new Session();
session.connect();
const names = [];
session.on('Debugger.scriptParsed', ({ params: { url } }) => names.push(url));
session.post('Debugger.enable', () => session.disconnect());
console.log(names.some((name) => name.endsWith('inspector.js')));`));
write('typed.cjs', body('typed'));

function run(title, { flags = [], env = {} } = {}) {
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, 'main.js'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NODE_COMPILE_CACHE: path.join(folder, 'cache'), NODE_DEBUG_NATIVE: 'COMPILE_CACHE', ...env },
  });
  const lines = stderr.split('\n');
  const accepted = lines.filter((line) => line.includes('was accepted')).length;
  console.log(`-- ${title}: ${accepted > 5 ? 'found' : 'nothing found'}`);
  console.log(stdout.trim());
  for (const line of lines) if (!line.startsWith('[compile cache]') && line !== '') console.log(line);
}

run('first');
run('second');
const { mtime, atime } = fs.statSync(path.join(folder, 'plain.js'));
write('plain.js', body('brain'));
fs.utimesSync(path.join(folder, 'plain.js'), atime, mtime);
run('changed');
run('changed, again');
run('other flags', { flags: ['--stack-size=900'] });
run('other flags, again', { flags: ['--stack-size=900'] });
run('with a replaced _compile', { env: { REPLACED: '1' } });
run('without', { env: { NODE_DISABLE_COMPILE_CACHE: '1' } });
