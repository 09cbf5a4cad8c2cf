'use strict';
const vfs = require('node:vfs');

const files = vfs.create({ emitExperimentalWarning: false });
const tell = (title, run) => {
  try {
    console.log(title, run());
  } catch (error) {
    console.log(title, error.name, error.code, error.errno, error.syscall, error.path, '|', error.message);
  }
};

tell('mkdir', () => files.mkdirSync('/a/b/c', { recursive: true }));
tell('mkdir again', () => files.mkdirSync('/a/b/c', { recursive: true }));
tell('mkdir existing', () => files.mkdirSync('/a'));
tell('mkdir below nothing', () => files.mkdirSync('/x/y'));
tell('write', () => files.writeFileSync('/a/one.txt', 'hello'));
tell('append', () => files.appendFileSync('/a/one.txt', Buffer.from(' world')));
tell('read', () => files.readFileSync('/a/one.txt', 'utf8'));
tell('read bytes', () => files.readFileSync('/a/one.txt'));
tell('read hex', () => files.readFileSync('/a/one.txt', { encoding: 'hex' }));
tell('read missing', () => files.readFileSync('/a/none.txt'));
tell('read folder', () => files.readFileSync('/a'));
tell('write below a file', () => files.writeFileSync('/a/one.txt/x', ''));
tell('exclusive', () => files.writeFileSync('/a/one.txt', '', { flag: 'wx' }));
tell('list', () => files.readdirSync('/a'));
tell('list all', () => files.readdirSync('/', { recursive: true }));
tell('list kinds', () => files.readdirSync('/a', { withFileTypes: true }).map((d) => [d.name, d.parentPath, d.isFile(), d.isDirectory()]));
tell('list file', () => files.readdirSync('/a/one.txt'));
tell('list missing', () => files.readdirSync('/none'));
tell('exists', () => [files.existsSync('/a'), files.existsSync('/none'), files.existsSync('/a/one.txt')]);

tell('symlink', () => files.symlinkSync('one.txt', '/a/link'));
tell('symlink again', () => files.symlinkSync('one.txt', '/a/link'));
tell('readlink', () => files.readlinkSync('/a/link'));
tell('readlink of a file', () => files.readlinkSync('/a/one.txt'));
tell('through a link', () => files.readFileSync('/a/link', 'utf8'));
tell('realpath', () => files.realpathSync('/a/b/../link'));
tell('realpath missing', () => files.realpathSync('/a/none'));
tell('kinds', () => [files.lstatSync('/a/link').isSymbolicLink(), files.statSync('/a/link').isFile()]);
tell('dangling', () => { files.symlinkSync('nowhere', '/a/lost'); return files.lstatSync('/a/lost').size; });
tell('dangling stat', () => files.statSync('/a/lost'));
tell('circle', () => { files.symlinkSync('/l2', '/l1'); files.symlinkSync('/l1', '/l2'); return files.statSync('/l1'); });

tell('link', () => files.linkSync('/a/one.txt', '/a/hard.txt'));
tell('nlink', () => files.statSync('/a/one.txt').nlink);
tell('link existing', () => files.linkSync('/a/one.txt', '/a/hard.txt'));
tell('link folder', () => files.linkSync('/a/b', '/a/x'));
tell('unlink', () => files.unlinkSync('/a/hard.txt'));
tell('nlink', () => files.statSync('/a/one.txt').nlink);
tell('unlink folder', () => files.unlinkSync('/a/b'));
tell('unlink missing', () => files.unlinkSync('/none'));

tell('rename', () => files.renameSync('/a/one.txt', '/a/two.txt'));
tell('rename missing', () => files.renameSync('/a/one.txt', '/a/two.txt'));
tell('rename into itself', () => files.renameSync('/a', '/a/b/x'));
tell('rename over a folder', () => files.renameSync('/a/two.txt', '/a/b'));
tell('rename over a file', () => files.renameSync('/a/b', '/a/two.txt'));
tell('rename over a full folder', () => { files.mkdirSync('/d'); return files.renameSync('/d', '/a'); });
tell('rmdir full', () => files.rmdirSync('/a'));
tell('rmdir file', () => files.rmdirSync('/a/two.txt'));
tell('rm folder', () => files.rmSync('/a/b'));
tell('rm missing', () => files.rmSync('/none'));
tell('rm missing by force', () => files.rmSync('/none', { force: true }));
tell('rm all', () => files.rmSync('/a/b', { recursive: true }));
tell('left', () => files.readdirSync('/a'));

tell('copy', () => files.copyFileSync('/a/two.txt', '/copy'));
tell('copy exclusively', () => files.copyFileSync('/a/two.txt', '/copy', 1));
tell('truncate', () => { files.truncateSync('/copy', 3); return files.readFileSync('/copy', 'utf8'); });
tell('truncate longer', () => { files.truncateSync('/copy', 5); return files.readFileSync('/copy'); });
tell('truncate missing', () => files.truncateSync('/none'));
tell('chmod', () => { files.chmodSync('/copy', 0o400); return files.statSync('/copy').mode.toString(8); });
tell('access', () => files.accessSync('/copy'));
tell('access to write', () => files.accessSync('/copy', 2));
tell('access missing', () => files.accessSync('/none'));
tell('chown', () => { files.chownSync('/copy', 7, 8); const { uid, gid } = files.statSync('/copy'); return [uid, gid]; });
tell('utimes', () => { files.utimesSync('/copy', 1, 2.5); const { atimeMs, mtimeMs } = files.statSync('/copy'); return [atimeMs, mtimeMs]; });
tell('lutimes', () => { files.lutimesSync('/l1', new Date(3000), new Date(4000)); return files.lstatSync('/l1').mtimeMs; });
tell('mkdtemp', () => /^\/tmp-[a-zA-Z0-9]{6}$/.test(files.mkdtempSync('/tmp-')));
tell('no path', () => files.readFileSync(5));

const stats = files.statSync('/a');
console.log(stats instanceof require('fs').Stats, stats.dev, stats.blksize, stats.size, stats.blocks, stats.mode.toString(8), stats.nlink);
const big = files.statSync('/copy', { bigint: true });
console.log(typeof big.size, big.size, big.mtimeNs, big.mode.toString(8));
