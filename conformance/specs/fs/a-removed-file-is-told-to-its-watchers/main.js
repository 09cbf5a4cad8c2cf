'use strict';
// What fs.watch and fs.watchFile tell when the watched file itself, or folder, goes away.
const fs = require('fs');
const { mkdtempSync } = fs;
const os = require('os');
const path = require('path');

const root = mkdtempSync(path.join(os.tmpdir(), 'removed-'));
const file = path.join(root, 'file');
const folder = path.join(root, 'folder');

function until(condition) {
  return new Promise((resolve, reject) => {
    const limit = Date.now() + 5000;
    const look = () => {
      if (condition()) resolve();
      else if (Date.now() > limit) reject(new Error('nothing came'));
      else setTimeout(look, 5);
    };
    look();
  });
}

async function watched(name, target, remove, expected) {
  const events = [];
  const watcher = fs.watch(target, (type, filename) => events.push(`${type} ${filename}`));
  remove();
  await until(() => events.length >= expected);
  watcher.close();
  console.log(name, events);
}

const describe = ({ size, ino }) => (ino === 0 ? 'nothing' : `${size} bytes`);

(async () => {
  fs.writeFileSync(file, '1');
  await watched('file', file, () => fs.unlinkSync(file), 3);
  fs.mkdirSync(folder);
  await watched('folder', folder, () => fs.rmdirSync(folder), 2);

  try {
    fs.watch(path.join(root, 'missing'));
  } catch (error) {
    console.log(Object.keys(error), error.code, error.syscall, path.basename(error.filename));
  }

  const changes = [];
  const step = async (change) => {
    const { length } = changes;
    change();
    await until(() => changes.length > length);
  };
  await step(() => fs.watchFile(file, { interval: 5 }, (now, before) => {
    changes.push(`${describe(before)} -> ${describe(now)}`);
  }));
  fs.writeFileSync(`${file}1`, '1');
  await step(() => fs.renameSync(`${file}1`, file));
  await step(() => fs.unlinkSync(file));
  fs.writeFileSync(`${file}2`, '333');
  await step(() => fs.renameSync(`${file}2`, file));
  fs.unwatchFile(file);
  console.log(changes);
  fs.rmSync(root, { recursive: true });
})();
