'use strict';
const fs = require('fs');
const path = require('path');
const root = fs.mkdtempSync(path.join(require('os').tmpdir(), 'fs-spec-'));
process.chdir(root);
process.on('exit', () => {
  enterDeep();
  for (let i = 0; i < DEPTH; i++) {
    process.chdir('..');
    fs.rmdirSync(LONG);
  }
  process.chdir(root);
  fs.rmSync(root, { recursive: true });
});

const sum = (all) => {
  const text = all.map((one) => (one.name === undefined ? one : `${one.parentPath}:${one.name}`)).join(' ');
  return `${all.length} ${require('crypto').createHash('md5').update(text).digest('hex')}`;
};
const listed = (folder, options) => new Promise((resolve) => {
  fs.readdir(folder, { recursive: true, ...options }, (error, all) => resolve(error ? error.code : sum(all)));
});

// More folders than are read at once, on three levels; some with many names, and names that are no text.
for (let i = 0; i < 200; i++) {
  const folder = `tree/${(i * 111) % 200}`;
  fs.mkdirSync(`${folder}/${i % 3}`, { recursive: true });
  for (let k = 0; k < i % 7; k++) fs.writeFileSync(`${folder}/${(k * 5) % 7}`.padEnd(40, '-'), '');
  if (i % 5 === 0) fs.symlinkSync('../0', `${folder}/link`);
}
for (let i = 0; i < 2600; i++) fs.writeFileSync(`tree/17/${i}${'x'.repeat(200)}`, '');
fs.writeFileSync(Buffer.concat([Buffer.from('tree/9/'), Buffer.from([0xff, 0x41, 0xe4])]), '');

// A path that is longer than the system takes, and many others on its levels.
const LONG = 'd'.repeat(250);
const DEPTH = 20;
function enterDeep() {
  process.chdir(`${root}/deep`);
  for (let i = 0; i < DEPTH; i++) {
    if (!fs.existsSync(LONG)) fs.mkdirSync(LONG);
    process.chdir(LONG);
  }
}
for (let i = 0; i < 150; i++) fs.mkdirSync(`deep/${i}/0`, { recursive: true });
enterDeep();
process.chdir(root);

(async () => {
  console.log('names', sum(fs.readdirSync('tree', { recursive: true })));
  console.log('entries', sum(fs.readdirSync('tree', { recursive: true, withFileTypes: true })));
  console.log('bytes', sum(fs.readdirSync('tree', { recursive: true, encoding: 'buffer' }).map((name) => name.toString('hex'))));
  try {
    fs.readdirSync('deep', { recursive: true });
  } catch (error) {
    console.log(error.code, error.syscall, error.path.length, Object.keys(error).join());
  }
  console.log('again', sum(fs.readdirSync('tree', { recursive: true })));
  // Many at once, some of which fail.
  const all = await Promise.all(Array.from({ length: 12 }, (_, i) => listed(i % 4 === 3 ? 'deep' : 'tree', { withFileTypes: i % 2 === 0 })));
  console.log([...new Set(all)].join('\n'));
  console.log(await fs.promises.readdir('deep', { recursive: true }).catch((error) => `${error.code} ${error.path.length}`));
  console.log(sum(await fs.promises.readdir('tree', { recursive: true })));
})();
