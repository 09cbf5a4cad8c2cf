'use strict';

// VirtualProvider: the base class of what a virtual file system stores its files in.
//
// A provider implements the primitives (open, stat, readdir, and what changes folders). The other operations are made from
// them here. Each operation exists twice: as a function that returns its result, and as an async function.

const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');
const { COPYFILE_EXCL, R_OK, W_OK, X_OK } = require('internal/fs/constants');
const { failure } = require('internal/vfs/failures');

function missing(name) {
  throw new ERR_METHOD_NOT_IMPLEMENTED(name);
}

// For operations that change something.
function missingChange(provider, name, syscall, path) {
  checkWritable(provider, syscall, path);
  missing(name);
}

function checkWritable(provider, syscall, path) {
  if (provider.readonly) throw failure('EROFS', syscall, path);
}

const readFlag = (options) => (typeof options === 'object' ? options?.flag : undefined) ?? 'r';
const isExclusive = (mode) => (mode & COPYFILE_EXCL) !== 0;

const OWNERS_BITS = [[R_OK, 0o400], [W_OK, 0o200], [X_OK, 0o100]];

// The program counts as the owner of every file.
function checkAccess(path, stats, mode) {
  for (let i = 0; i < OWNERS_BITS.length; i++) {
    const { 0: wanted, 1: bit } = OWNERS_BITS[i];
    if ((mode & wanted) !== 0 && (stats.mode & bit) === 0) throw failure('EACCES', 'access', path);
  }
}

async function writeBy(provider, path, data, options, flag) {
  checkWritable(provider, 'open', path);
  const handle = await provider.open(path, options?.flag ?? flag, options?.mode);
  try {
    await handle.writeFile(data, options);
  } finally {
    await handle.close();
  }
}

function writeBySync(provider, path, data, options, flag) {
  checkWritable(provider, 'open', path);
  const handle = provider.openSync(path, options?.flag ?? flag, options?.mode);
  try {
    handle.writeFileSync(data, options);
  } finally {
    handle.closeSync();
  }
}

class VirtualProvider {
  get readonly() { return false; }
  get supportsSymlinks() { return false; }
  get supportsWatch() { return false; }

  // ---- primitives

  async open(path, flags, mode) { missing('open'); }
  openSync(path, flags, mode) { missing('openSync'); }

  async stat(path, options) { missing('stat'); }
  statSync(path, options) { missing('statSync'); }

  // Without symbolic links this is the same.
  async lstat(path, options) { return this.stat(path, options); }
  lstatSync(path, options) { return this.statSync(path, options); }

  async readdir(path, options) { missing('readdir'); }
  readdirSync(path, options) { missing('readdirSync'); }

  async mkdir(path, options) { missingChange(this, 'mkdir', 'mkdir', path); }
  mkdirSync(path, options) { missingChange(this, 'mkdirSync', 'mkdir', path); }

  async rmdir(path) { missingChange(this, 'rmdir', 'rmdir', path); }
  rmdirSync(path) { missingChange(this, 'rmdirSync', 'rmdir', path); }

  async unlink(path) { missingChange(this, 'unlink', 'unlink', path); }
  unlinkSync(path) { missingChange(this, 'unlinkSync', 'unlink', path); }

  async rename(oldPath, newPath) { missingChange(this, 'rename', 'rename', oldPath); }
  renameSync(oldPath, newPath) { missingChange(this, 'renameSync', 'rename', oldPath); }

  lchownSync(path, uid, gid) { return this.chownSync(path, uid, gid); }

  // ---- made from primitives

  async readFile(path, options) {
    const handle = await this.open(path, readFlag(options));
    try {
      return await handle.readFile(options);
    } finally {
      await handle.close();
    }
  }

  readFileSync(path, options) {
    const handle = this.openSync(path, readFlag(options));
    try {
      return handle.readFileSync(options);
    } finally {
      handle.closeSync();
    }
  }

  async writeFile(path, data, options) { await writeBy(this, path, data, options, 'w'); }
  writeFileSync(path, data, options) { writeBySync(this, path, data, options, 'w'); }

  async appendFile(path, data, options) { await writeBy(this, path, data, options, 'a'); }
  appendFileSync(path, data, options) { writeBySync(this, path, data, options, 'a'); }

  async exists(path) {
    try {
      await this.stat(path);
      return true;
    } catch {
      return false;
    }
  }

  existsSync(path) {
    try {
      this.statSync(path);
      return true;
    } catch {
      return false;
    }
  }

  async copyFile(src, dest, mode) {
    checkWritable(this, 'copyfile', dest);
    if (isExclusive(mode) && await this.exists(dest)) throw failure('EEXIST', 'copyfile', dest);
    await this.writeFile(dest, await this.readFile(src));
  }

  copyFileSync(src, dest, mode) {
    checkWritable(this, 'copyfile', dest);
    if (isExclusive(mode) && this.existsSync(dest)) throw failure('EEXIST', 'copyfile', dest);
    this.writeFileSync(dest, this.readFileSync(src));
  }

  async realpath(path, options) {
    await this.stat(path); // it has to exist
    return path;
  }

  realpathSync(path, options) {
    this.statSync(path);
    return path;
  }

  async access(path, mode) { checkAccess(path, await this.stat(path), mode); }
  accessSync(path, mode) { checkAccess(path, this.statSync(path), mode); }

  // ---- what not every provider has

  async link(existingPath, newPath) { missingChange(this, 'link', 'link', newPath); }
  linkSync(existingPath, newPath) { missingChange(this, 'linkSync', 'link', newPath); }

  async readlink(path, options) { missing('readlink'); }
  readlinkSync(path, options) { missing('readlinkSync'); }

  async symlink(target, path, type) { missingChange(this, 'symlink', 'symlink', path); }
  symlinkSync(target, path, type) { missingChange(this, 'symlinkSync', 'symlink', path); }

  watch(path, options) { missing('watch'); }
  watchAsync(path, options) { missing('watchAsync'); }
  watchFile(path, options) { missing('watchFile'); }
  unwatchFile(path, listener) { missing('unwatchFile'); }
}

module.exports = { VirtualProvider, checkWritable };
