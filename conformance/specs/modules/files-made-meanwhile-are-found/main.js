'use strict';

// All of this happens within one `require`, that of the main program.
const fs = require('fs');
const path = require('path');

const root = fs.mkdtempSync(path.join(require('os').tmpdir(), 'gyre-made-'));
const write = (name, text) => {
  const file = path.join(root, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
};
let count = 0;

// A new module in a folder, which makes the request.
function from(folder, request) {
  const name = `${folder}/module-${++count}.js`;
  write(name, `module.exports = require(${JSON.stringify(request)});`);
  try {
    return require(path.join(root, name));
  } catch (error) {
    return error.code;
  }
}

try {
  write('x.json', '"x.json"');
  console.log('an extension:', from('a', '../x'), from('b', '../x'));
  write('x.js', 'module.exports = "x.js"');
  console.log('an earlier one:', from('c', '../x'));
  write('x', 'module.exports = "x"');
  console.log('none:', from('d', '../x'));
  fs.unlinkSync(path.join(root, 'x'));

  write('node_modules/p/index.js', 'module.exports = "outer"');
  console.log('a package:', from('e', 'p'), from('f', 'p'));
  write('f/node_modules/p/index.js', 'module.exports = "inner"');
  console.log('a nearer one:', from('f', 'p'), from('f/g', 'p'), from('e/g', 'p'));
  write('node_modules/p.js', 'module.exports = "file"');
  console.log('a file of its name:', from('h', 'p'));

  console.log('missing:', from('i', '../y'), from('j', '../y'));
  require('child_process').execFileSync('/bin/sh', ['-c', 'echo \'module.exports = "y.js"\' > y.js'], { cwd: root });
  console.log('made by a child:', from('k', '../y'));

  write('q/package.json', '{ "name": "q", "main": "main.js" }');
  write('q/index.js', 'module.exports = "index"');
  write('q/main.js', 'module.exports = "main"');
  fs.mkdirSync(path.join(root, 'node_modules'), { recursive: true });
  fs.symlinkSync('../q', path.join(root, 'node_modules/q'));
  console.log('a link:', from('l', 'q'), from('m', '../q'), require.cache[path.join(root, 'q/main.js')] !== undefined);

  write('node_modules/r/package.json', '{ "name": "r", "exports": "./exported.js" }');
  write('node_modules/r/exported.js', 'module.exports = "exported"');
  write('node_modules/r/index.js', 'module.exports = "index"');
  console.log('exports:', from('n', '../node_modules/r'), from('n', 'r'), from('o', '../node_modules/r'), from('o', 'r'));

  write('z.js', 'module.exports = "z.js"');
  write('z.early', 'module.exports = "z.early"');
  console.log('extensions:', from('s', '../z'));
  const { '.js': js, '.json': json, '.node': node } = require.extensions;
  for (const name of ['.js', '.json', '.node']) delete require.extensions[name];
  Object.assign(require.extensions, { '.early': js, '.js': js, '.json': json, '.node': node });
  console.log('changed:', from('t', '../z'));
} finally {
  fs.rmSync(root, { recursive: true });
}
