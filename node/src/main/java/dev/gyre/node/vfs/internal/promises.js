'use strict';

// The `promises` of a VirtualFileSystem.

const { ObjectFreeze, itemsOf } = require('internal/primordials');
const { posix: { join } } = require('path');
const descriptors = require('internal/vfs/descriptors');
const { failure } = require('internal/vfs/failures');
const { inside, outside, placed, temporary } = require('internal/vfs/file_system');

function promisesOf(files) {
  const { provider } = files;
  const within = (path) => inside(files, path);

  // Operations of the provider, with one path and with two.
  const onPath = (name) => ({
    async [name](path, ...rest) { return provider[name](within(path), ...itemsOf(rest)); },
  })[name];
  const onTwo = (name) => ({
    async [name](from, to, ...rest) { return provider[name](within(from), within(to), ...itemsOf(rest)); },
  })[name];
  // A provider has these only as functions that return at once.
  const bySync = (name) => ({
    async [name](path, ...rest) { provider[`${name}Sync`](within(path), ...itemsOf(rest)); },
  })[name];

  async function rm(path, options) {
    let stats;
    try {
      stats = await provider.lstat(within(path));
    } catch (error) {
      if (options?.force === true && error?.code === 'ENOENT') return;
      throw error;
    }
    if (!stats.isDirectory()) {
      await provider.unlink(within(path));
      return;
    }
    if (options?.recursive !== true) throw failure('EISDIR', 'rm', path);
    const names = await provider.readdir(within(path));
    for (let i = 0; i < names.length; i++) await rm(join(path, names[i]), options);
    await provider.rmdir(within(path));
  }

  return ObjectFreeze({
    readFile: onPath('readFile'),
    writeFile: onPath('writeFile'),
    appendFile: onPath('appendFile'),
    stat: onPath('stat'),
    lstat: onPath('lstat'),
    async readdir(dirPath, options) { return placed(await provider.readdir(within(dirPath), options), dirPath, options); },
    async mkdir(dirPath, options) {
      const created = await provider.mkdir(within(dirPath), options);
      return created === undefined ? undefined : outside(files, created);
    },
    rmdir: onPath('rmdir'),
    unlink: onPath('unlink'),
    rename: onTwo('rename'),
    copyFile: onTwo('copyFile'),
    async realpath(filePath, options) { return outside(files, await provider.realpath(within(filePath), options)); },
    readlink: onPath('readlink'),
    async symlink(target, path, type) { return provider.symlink(target, within(path), type); },
    access: onPath('access'),
    rm,
    async truncate(filePath, len = 0) {
      const handle = await provider.open(within(filePath), 'r+');
      try {
        await handle.truncate(len);
      } finally {
        await handle.close();
      }
    },
    link: onTwo('link'),
    async mkdtemp(prefix) {
      const created = temporary(files, prefix);
      await provider.mkdir(created);
      return outside(files, created);
    },
    chmod: bySync('chmod'),
    chown: bySync('chown'),
    lchown: bySync('lchown'),
    utimes: bySync('utimes'),
    lutimes: bySync('lutimes'),
    async open(filePath, flags, mode) { return descriptors.add(provider.openSync(within(filePath), flags, mode)); },
    lchmod: bySync('lchmod'),
    watch(filePath, options) { return provider.watchAsync(within(filePath), options); },
  });
}

module.exports = { promisesOf };
