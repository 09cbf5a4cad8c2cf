'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const vfs = require('node:vfs');

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'vfs-')));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
const root = path.join(folder, 'root');
fs.mkdirSync(root);
fs.writeFileSync(path.join(folder, 'outside'), 'secret');
const files = vfs.create(new vfs.RealFSProvider(root), { emitExperimentalWarning: false });
const tell = (title, run) => {
  try {
    console.log(title, run());
  } catch (error) {
    console.log(title, error.code, error.syscall);
  }
};

console.log(files.provider.rootPath === root, files.readonly, files.provider.supportsWatch);
tell('write', () => files.writeFileSync('/a.txt', 'hello'));
console.log(fs.readFileSync(path.join(root, 'a.txt'), 'utf8'));
tell('mkdir', () => files.mkdirSync('/d'));
tell('list', () => files.readdirSync('/'));
tell('link', () => files.symlinkSync('a.txt', '/l'));
tell('readlink', () => files.readlinkSync('/l'));
tell('realpath', () => files.realpathSync('/l'));
tell('absolute link', () => files.symlinkSync('/etc/passwd', '/bad'));
tell('link to the outside', () => files.symlinkSync('../outside', '/bad'));
tell('up', () => files.readFileSync('/../outside'));
fs.symlinkSync('../outside', path.join(root, 'escape'));
tell('realpath to the outside', () => files.realpathSync('/escape'));
tell('readlink to the outside', () => files.readlinkSync('/escape'));
tell('missing', () => files.statSync('/none'));
tell('copy', () => { files.copyFileSync('/a.txt', '/b.txt'); return files.readFileSync('/b.txt', 'utf8'); });
tell('rename', () => { files.renameSync('/b.txt', '/d/c.txt'); return files.readdirSync('/d'); });
const fd = files.openSync('/a.txt', 'r+');
tell('descriptor', () => [fd >= 0x40000000, files.writeSync(fd, Buffer.from('J'), 0, 1, 0), files.fstatSync(fd).size]);
tell('close', () => files.closeSync(fd));
tell('rm', () => { files.rmSync('/d', { recursive: true }); return files.existsSync('/d'); });
(async () => {
  const p = files.promises;
  console.log(await p.readFile('/a.txt', 'utf8'), (await p.stat('/a.txt')).size, await p.readlink('/l'), await p.realpath('/l'));
  await p.writeFile('/a.txt', 'again');
  await p.truncate('/a.txt', 2);
  console.log(await p.readFile('/a.txt', 'utf8'));
  await p.unlink('/a.txt');
  await p.stat('/a.txt').catch(({ code }) => console.log(code));
  await p.link('/l', '/m').catch(({ code }) => console.log(code));
})();
