'use strict';
const vfs = require('node:vfs');

console.log(Object.keys(vfs).filter((name) => name !== 'ZipProvider').join());
const tell = (title, run) => {
  try {
    const value = run();
    if (typeof value?.then === 'function') return value.then((v) => console.log(title, v), (e) => console.log(title, e.code, e.message));
    console.log(title, value);
  } catch (error) {
    console.log(title, error.name, error.code, '|', error.message);
  }
};

class Fixed extends vfs.VirtualProvider {
  get readonly() { return true; }
  statSync(path) {
    if (path === '/there') return { mode: 0o100444, isDirectory: () => false };
    throw Object.assign(new Error('no'), { code: 'ENOENT' });
  }
}
const base = new vfs.VirtualProvider();
console.log(base.readonly, base.supportsSymlinks, base.supportsWatch);
const fixed = new Fixed();
(async () => {
  for (const name of ['open', 'stat', 'readdir', 'mkdir', 'rmdir', 'unlink', 'rename', 'link', 'readlink', 'symlink', 'readFile', 'writeFile', 'access', 'realpath', 'copyFile']) {
    tell(`${name}Sync`, () => base[`${name}Sync`]('/x', '/y'));
    await tell(name, () => base[name]('/x', '/y'));
    tell(`fixed.${name}Sync`, () => fixed[`${name}Sync`]('/x', '/y'));
  }
  for (const name of ['watch', 'watchAsync', 'watchFile', 'unwatchFile']) tell(name, () => base[name]('/x'));
  tell('exists', () => [fixed.existsSync('/there'), fixed.existsSync('/x')]);
  tell('access', () => fixed.accessSync('/there', 4));
  tell('access to write', () => fixed.accessSync('/there', 2));

  const memory = new vfs.MemoryProvider();
  const files = vfs.create(memory, { emitExperimentalWarning: false });
  files.writeFileSync('/seed', 'x');
  memory.setReadOnly();
  console.log(files.readonly, files.provider === memory, memory.supportsSymlinks, memory.supportsWatch);
  tell('write', () => files.writeFileSync('/seed', 'y'));
  tell('append', () => files.appendFileSync('/seed', 'y'));
  tell('open to write', () => files.openSync('/seed', 'r+'));
  tell('mkdir', () => files.mkdirSync('/d'));
  tell('unlink', () => files.unlinkSync('/seed'));
  tell('rename', () => files.renameSync('/seed', '/s'));
  tell('symlink', () => files.symlinkSync('/seed', '/s'));
  tell('link', () => files.linkSync('/seed', '/s'));
  tell('copy', () => files.copyFileSync('/seed', '/s'));
  tell('read', () => files.readFileSync('/seed', 'utf8'));

  tell('options', () => vfs.create({ emitExperimentalWarning: 1 }));
  tell('root', () => new vfs.RealFSProvider(5));
  tell('register', () => vfs.registerProvider({ name: 'x' }));
})();
