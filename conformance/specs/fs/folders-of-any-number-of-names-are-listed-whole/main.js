'use strict';
const fs = require('fs');
const path = require('path');
const root = fs.mkdtempSync(path.join(require('os').tmpdir(), 'fs-spec-'));
process.chdir(root);
process.on('exit', () => fs.rmSync(root, { recursive: true }));

// More than comes in one piece, in no order, and not only ASCII.
const names = Array.from({ length: 1200 }, (_, i) => `${(i * 7919) % 1200}-${i % 100 === 0 ? 'é' : ''}${'n'.repeat(i % 90)}`);
fs.mkdirSync('many');
for (const name of names) fs.writeFileSync(`many/${name}`, '');
fs.mkdirSync('many/folder');
fs.mkdirSync('few');
for (const name of ['c', 'b', 'a', 'd']) fs.writeFileSync(`few/${name}`, '');

const sum = (all) => {
  const text = all.map((one) => one.name ?? one).join(' ');
  return `${all.length} ${require('crypto').createHash('md5').update(text).digest('hex')}`;
};
const kinds = (all) => `${all.filter((one) => one.isFile()).length} ${all.filter((one) => one.isDirectory()).length}`;

(async () => {
  for (const recursive of [false, true]) {
    console.log(sum(fs.readdirSync('many', { recursive })), sum(await fs.promises.readdir('.', { recursive })));
    console.log(sum(fs.readdirSync('many', { recursive, encoding: 'buffer' }).map((name) => name.toString())));
    const dirents = fs.readdirSync('.', { recursive, withFileTypes: true });
    console.log(sum(dirents), kinds(dirents));
  }
  console.log(fs.readdirSync('few'));
  fs.cpSync('many', 'copy', { recursive: true });
  console.log(sum(fs.readdirSync('copy')));
  await fs.promises.rm('copy', { recursive: true });
  console.log(fs.existsSync('copy'));
})();
