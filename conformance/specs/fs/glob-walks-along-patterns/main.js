'use strict';
const fs = require('fs');
const path = require('path');
const folder = fs.mkdtempSync(path.join(require('os').tmpdir(), 'fs-spec-'));
process.chdir(folder);
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

for (const name of ['a/b.js', 'a/c.txt', 'a/deep/d.js', '.dot/e.js', 'f.js']) {
  fs.mkdirSync(path.dirname(name), { recursive: true });
  fs.writeFileSync(name, '');
}
for (const pattern of ['*', '*.js', '**', '**/*.js', 'a/*', 'a/**/', '{a,.dot}/*.js', 'a/!(b).*', 'missing/*', './*']) {
  console.log(pattern, fs.globSync(pattern).sort());
}
console.log(fs.globSync('**/*.js', { exclude: ['a/deep/**'] }).sort());
console.log(fs.globSync(['*.js', 'a/*.txt'], { cwd: '.' }).sort());
(async () => {
  console.log((await Array.fromAsync(fs.promises.glob('**/*.js'))).sort());
})();
