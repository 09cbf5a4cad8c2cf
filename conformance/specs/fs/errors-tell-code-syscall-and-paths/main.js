'use strict';
const fs = require('fs');
const path = require('path');
const folder = fs.mkdtempSync(path.join(require('os').tmpdir(), 'fs-spec-'));
process.chdir(folder);
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

const show = (label, call) => {
  try {
    console.log(label, '->', call());
  } catch ({ code, errno, syscall, path, dest, message }) {
    console.log(label, '->', { code, errno, syscall, path, dest, message });
  }
};

fs.mkdirSync('folder/inner', { recursive: true });
fs.writeFileSync('file', 'text');
fs.symlinkSync('nowhere', 'dangling');

show('open', () => fs.openSync('missing'));
show('open for writing', () => fs.openSync('folder', 'w'));
show('open a name too long', () => fs.openSync('x'.repeat(300)));
show('read a folder', () => fs.readFileSync('folder'));
show('read', () => fs.readSync(99999, Buffer.alloc(1)));
show('close', () => fs.closeSync(99999));
show('fstat', () => fs.fstatSync(99999));
show('stat', () => fs.statSync('dangling'));
show('lstat', () => fs.lstatSync('file/below'));
show('access', () => fs.accessSync('missing'));
show('readdir', () => fs.readdirSync('file'));
show('readlink', () => fs.readlinkSync('file'));
show('rename', () => fs.renameSync('missing', 'other'));
show('link', () => fs.linkSync('missing', 'other'));
show('symlink', () => fs.symlinkSync('target', 'file'));
show('copyFile', () => fs.copyFileSync('missing', 'other'));
show('copyFile of a folder', () => fs.copyFileSync('folder', 'other'));
show('copyFile onto another', () => fs.copyFileSync('file', 'folder'));
show('unlink', () => fs.unlinkSync('folder'));
show('rmdir', () => fs.rmdirSync('folder'));
show('rm', () => fs.rmSync('missing'));
show('mkdir', () => fs.mkdirSync('folder'));
show('mkdtemp', () => fs.mkdtempSync('missing/x'));
show('chmod', () => fs.chmodSync('missing', 0o644));
show('utimes', () => fs.utimesSync('missing', 1, 1));
show('truncate', () => fs.truncateSync('missing'));
show('realpath.native', () => fs.realpathSync.native('missing'));
show('statfs', () => fs.statfsSync('missing'));
