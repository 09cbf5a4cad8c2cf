'use strict';

// RealFSProvider: the files below a folder of the system. Its operations are those of fs, with the path in the system.

const {
  ObjectDefineProperty, ReflectApply, StringPrototypeReplaceAll, StringPrototypeSlice, StringPrototypeStartsWith,
} = require('internal/primordials');
const path = require('path');
const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');
const { setOwnProperty } = require('internal/util');
const { toPath } = require('internal/fs/arguments');
const { failure } = require('internal/vfs/failures');
const { RealFileHandle, call } = require('internal/vfs/real_handle');
const { VirtualProvider } = require('internal/vfs/provider');

const fs = () => require('fs');
const ignore = () => {};
const slashed = (name) => `/${StringPrototypeReplaceAll(name, '\\', '/')}`;

class RealFSProvider extends VirtualProvider {
  #root;

  constructor(rootPath) {
    super();
    this.#root = path.resolve(toPath(rootPath, 'rootPath'));
    setOwnProperty(this, 'readonly', false);
    setOwnProperty(this, 'supportsSymlinks', true);
  }

  get rootPath() { return this.#root; }
  get supportsWatch() { return true; }

  // ---- paths

  #isInside(file) {
    const folder = this.#root === '/' ? '/' : `${this.#root}/`;
    return file === this.#root || StringPrototypeStartsWith(file, folder);
  }

  #checkInside(file, virtualPath) {
    if (!this.#isInside(file)) throw failure('ENOENT', 'open', virtualPath);
  }

  // The path in the system, whatever links there are.
  #lexical(virtualPath) {
    const relative = StringPrototypeStartsWith(virtualPath, '/') ? StringPrototypeSlice(virtualPath, 1) : virtualPath;
    const file = path.resolve(this.#root, relative);
    this.#checkInside(file, virtualPath);
    return file;
  }

  // The path in the system. It must not leave the root by way of a symbolic link.
  #real(virtualPath, follows = true) {
    const file = this.#lexical(virtualPath);
    const resolved = follows ? realpathIfThere(file) : undefined;
    if (resolved !== undefined) {
      this.#checkInside(resolved, virtualPath);
      return resolved;
    }
    this.#checkFolders(path.dirname(file), virtualPath);
    return file;
  }

  // The nearest folder that exists has to be inside.
  #checkFolders(folder, virtualPath) {
    while (folder.length >= this.#root.length) {
      const resolved = realpathIfThere(folder);
      if (resolved !== undefined) {
        this.#checkInside(resolved, virtualPath);
        return;
      }
      folder = path.dirname(folder);
    }
  }

  // ---- files

  openSync(virtualPath, flags, mode) {
    const fd = fs().openSync(this.#real(virtualPath), flags, mode);
    return new RealFileHandle(virtualPath, flags, mode ?? 0o644, fd);
  }

  async open(virtualPath, flags, mode) {
    const fd = await call('open', this.#real(virtualPath), flags, mode);
    return new RealFileHandle(virtualPath, flags, mode ?? 0o644, fd);
  }

  lchmodSync(virtualPath, mode) {
    if (fs().lchmodSync === undefined) throw new ERR_METHOD_NOT_IMPLEMENTED('lchmodSync');
    fs().lchmodSync(this.#real(virtualPath, false), mode);
  }

  // ---- links

  // An absolute target inside of the root is shown without the root.
  #shownTarget(target) {
    if (target === this.#root) return '/';
    if (typeof target !== 'string' || !path.isAbsolute(target) || !this.#isInside(target)) return target;
    return slashed(path.relative(this.#root, target));
  }

  readlinkSync(virtualPath, options) {
    return this.#shownTarget(fs().readlinkSync(this.#real(virtualPath, false), options));
  }

  async readlink(virtualPath, options) {
    return this.#shownTarget(await fs().promises.readlink(this.#real(virtualPath, false), options));
  }

  // Returns the path of a new link, whose target has to be inside.
  #newLink(target, virtualPath) {
    if (path.isAbsolute(target)) throw failure('EACCES', 'symlink', virtualPath);
    const file = this.#real(virtualPath);
    if (!this.#isInside(path.resolve(path.dirname(file), target))) throw failure('EACCES', 'symlink', virtualPath);
    return file;
  }

  symlinkSync(target, virtualPath, type) { fs().symlinkSync(target, this.#newLink(target, virtualPath), type); }

  async symlink(target, virtualPath, type) {
    await fs().promises.symlink(target, this.#newLink(target, virtualPath), type);
  }

  #shownPath(resolved, virtualPath) {
    const relative = path.relative(this.#root, resolved);
    if (relative === '') return '/';
    if (relative === '..' || StringPrototypeStartsWith(relative, '../')) throw failure('EACCES', 'realpath', virtualPath);
    return slashed(relative);
  }

  realpathSync(virtualPath, options) {
    return this.#shownPath(fs().realpathSync(this.#lexical(virtualPath), options), virtualPath);
  }

  async realpath(virtualPath, options) {
    return this.#shownPath(await fs().promises.realpath(this.#lexical(virtualPath), options), virtualPath);
  }

  // ---- watching

  watch(virtualPath, options) { return fs().watch(this.#real(virtualPath), options); }
  watchAsync(virtualPath, options) { return fs().promises.watch(this.#real(virtualPath), options); }

  watchFile(virtualPath, options, listener) {
    return fs().watchFile(this.#real(virtualPath), options, listener ?? ignore);
  }

  unwatchFile(virtualPath, listener) { fs().unwatchFile(this.#real(virtualPath), listener); }

  // ---- operations that only need other paths: their number

  static {
    const OPERATIONS = { __proto__: null, stat: 1, lstat: 1, readdir: 1, mkdir: 1, rmdir: 1, unlink: 1, rename: 2, access: 1, copyFile: 2 };
    const define = (name, value) => ObjectDefineProperty(RealFSProvider.prototype, name, {
      __proto__: null, value, writable: true, configurable: true,
    });
    const realArguments = (provider, name, args) => {
      for (let i = 0; i < OPERATIONS[name]; i++) args[i] = provider.#real(args[i], name !== 'lstat');
      return args;
    };
    for (const name in OPERATIONS) {
      const sync = `${name}Sync`;
      define(sync, { [sync](...args) { return ReflectApply(fs()[sync], fs(), realArguments(this, name, args)); } }[sync]);
      define(name, { async [name](...args) { return ReflectApply(fs().promises[name], fs().promises, realArguments(this, name, args)); } }[name]);
    }
  }
}

// Undefined if the file does not exist.
function realpathIfThere(file) {
  try {
    return fs().realpathSync(file);
  } catch (error) {
    if (error?.code !== 'ENOENT') throw error;
    return undefined;
  }
}

module.exports = { RealFSProvider };
