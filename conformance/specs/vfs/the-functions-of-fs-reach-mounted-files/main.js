'use strict';
const { readFileSync, promises } = require('fs'); // taken before anything is mounted
const fs = require('fs');
const { pathToFileURL } = require('url');
const vfs = require('node:vfs');

const files = vfs.create({ emitExperimentalWarning: false });
files.writeFileSync('/a.txt', 'hello');
console.log(files.mounted, files.mountPoint, files.mountPointURL);
const root = files.mount();
console.log(files.mounted, root, files.mountPoint, files.mountPointURL);
const tell = (title, run) => {
  try {
    console.log(title, run());
  } catch (error) {
    console.log(title, error.code, error.syscall);
  }
};
const at = (name) => `${root}/${name}`;

tell('mount again', () => files.mount());
tell('read', () => readFileSync(at('a.txt'), 'utf8'));
tell('read by URL', () => readFileSync(pathToFileURL(at('a.txt')), 'utf8'));
tell('read by bytes', () => readFileSync(Buffer.from(at('a.txt')), 'utf8'));
tell('read by its own function', () => files.readFileSync(at('a.txt'), 'utf8'));
tell('the path without the root', () => files.readFileSync('/a.txt'));
try {
  fs.readFileSync(at('none'));
} catch ({ message, path }) {
  console.log(message, path);
}
tell('write', () => fs.writeFileSync(at('b.txt'), 'bee'));
tell('append', () => fs.appendFileSync(at('b.txt'), '!'));
tell('exists', () => [fs.existsSync(at('b.txt')), fs.existsSync(at('none')), fs.existsSync('/dev/null/vfs/77/x')]);
tell('mkdir', () => fs.mkdirSync(at('d/e'), { recursive: true }));
tell('mkdir again', () => fs.mkdirSync(at('d')));
tell('list', () => fs.readdirSync(root));
tell('list bytes', () => fs.readdirSync(root, { encoding: 'buffer' })[0]);
tell('list kinds', () => fs.readdirSync(root, { withFileTypes: true }).map((d) => [d.name, d.parentPath, d.isDirectory()]));
tell('list all', () => fs.readdirSync(root, { recursive: true }));
tell('stat', () => [fs.statSync(at('a.txt')).size, fs.statSync(at('a.txt'), { bigint: true }).size]);
tell('stat missing', () => fs.statSync(at('none')));
tell('stat nothing', () => fs.statSync(at('none'), { throwIfNoEntry: false }));
tell('access', () => fs.accessSync(at('a.txt'), fs.constants.R_OK));
tell('access missing', () => fs.accessSync(at('none')));
tell('rename', () => fs.renameSync(at('b.txt'), at('c.txt')));
tell('rename away', () => fs.renameSync(at('c.txt'), '/tmp/c.txt'));
tell('copy', () => fs.copyFileSync(at('c.txt'), at('d/f')));
tell('copy away', () => fs.copyFileSync(at('c.txt'), '/tmp/c.txt'));
tell('link', () => fs.linkSync(at('c.txt'), at('hard')));
tell('symlink', () => fs.symlinkSync('c.txt', at('soft')));
tell('readlink', () => [fs.readlinkSync(at('soft')), fs.realpathSync(at('soft')), fs.lstatSync(at('soft')).isSymbolicLink()]);
tell('chmod', () => { fs.chmodSync(at('c.txt'), 0o600); return fs.statSync(at('c.txt')).mode.toString(8); });
tell('utimes', () => { fs.utimesSync(at('c.txt'), 5, 6); return fs.statSync(at('c.txt')).mtimeMs; });
tell('truncate', () => { fs.truncateSync(at('c.txt'), 1); return fs.readFileSync(at('c.txt'), 'utf8'); });
tell('mkdtemp', () => fs.mkdtempSync(at('t-')).startsWith(at('t-')));
tell('rm', () => fs.rmSync(at('d'), { recursive: true }));
tell('rm missing', () => fs.rmSync(at('none')));
tell('rmdir file', () => fs.rmdirSync(at('a.txt')));
tell('unlink', () => fs.unlinkSync(at('hard')));
tell('opendir', () => { const dir = fs.opendirSync(root); const name = dir.readSync().name; dir.closeSync(); return name; });
const fd = fs.openSync(at('a.txt'), 'r+');
const buffer = Buffer.alloc(3);
tell('descriptor', () => [fd >= 0x40000000, fs.readSync(fd, buffer, 0, 3, 1), buffer.toString(), fs.fstatSync(fd).size]);
tell('write', () => [fs.writeSync(fd, 'J', 0), fs.writevSync(fd, [Buffer.from('x'), Buffer.from('y')], 5)]);
tell('readv', () => [fs.readvSync(fd, [buffer], 0), buffer.toString()]);
tell('sync', () => [fs.fsyncSync(fd), fs.ftruncateSync(fd, 6), fs.readFileSync(fd, 'utf8')]);
tell('close', () => fs.closeSync(fd));
tell('close again', () => fs.closeSync(fd));

(async () => {
  await promises.writeFile(at('p.txt'), 'promised');
  console.log(await promises.readFile(at('p.txt'), 'utf8'), (await promises.stat(at('p.txt'))).size);
  await promises.stat(at('none')).catch(({ code }) => console.log(code));
  const handle = await promises.open(at('p.txt'), 'r+');
  console.log((await handle.read(buffer, 0, 3, 0)).bytesRead, buffer.toString(), await handle.readFile('utf8'));
  await handle.close();
  for await (const chunk of fs.createReadStream(at('p.txt'), { encoding: 'utf8', start: 2, end: 4 })) console.log(chunk);
  await new Promise((resolve) => fs.createWriteStream(at('w.txt')).on('close', resolve).end('streamed'));
  console.log(fs.readFileSync(at('w.txt'), 'utf8'), await (await fs.openAsBlob(at('w.txt'))).text());
  await promises.rm(at('w.txt'));
  console.log((await promises.readdir(root)).length, await promises.realpath(at('soft')));
  fs.readFile(at('p.txt'), 'utf8', (error, text) => {
    console.log(error, text);
    fs.stat(at('none'), ({ code }) => {
      console.log(code);
      fs.exists(at('p.txt'), (isThere) => {
        console.log(isThere);
        const other = vfs.create({ emitExperimentalWarning: false });
        const second = other.mount();
        tell('from one to another', () => fs.renameSync(at('p.txt'), `${second}/p.txt`));
        { using same = other; void same; }
        console.log(other.mounted);
        files.unmount();
        tell('unmounted', () => fs.readFileSync(at('p.txt')));
        console.log(files.readFileSync('/p.txt', 'utf8'));
      });
    });
  });
})();
