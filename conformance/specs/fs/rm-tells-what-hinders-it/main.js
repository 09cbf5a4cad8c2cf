'use strict';
// As somebody who may not remove them.
const fs = require('fs');
const os = require('os');
const path = require('path');

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'rm-'));
const at = (name) => path.join(root, name);
const clean = (text) => text.replaceAll(root, '.');
fs.chmodSync(root, 0o755);
fs.mkdirSync(at('folder/inner'), { recursive: true });
fs.writeFileSync(at('folder/file'), '');
fs.mkdirSync(at('closed'), { mode: 0o700 });

const isRoot = process.getuid() === 0;
if (isRoot) process.seteuid(65534);
else fs.chmodSync(root, 0o555);

const describe = ({ code, errno, syscall, path: where, message }) =>
  console.log(code, errno, syscall, clean(where), '|', clean(message));

(async () => {
  for (const [name, options] of [['folder', { recursive: true }], ['folder', { recursive: true, force: true }],
                                 ['closed', { recursive: true }], ['folder/file', {}]]) {
    if (name === 'folder/file' && !isRoot) fs.chmodSync(at('folder'), 0o555);
    try {
      fs.rmSync(at(name), options);
    } catch (error) {
      describe(error);
    }
    await fs.promises.rm(at(name), options).catch(describe);
  }
  if (isRoot) process.seteuid(0);
  else fs.chmodSync(root, 0o755);
  fs.chmodSync(at('folder'), 0o755);
  fs.rmSync(root, { recursive: true });
})();
