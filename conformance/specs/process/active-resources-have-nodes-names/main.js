'use strict';
// What process.getActiveResourcesInfo() names. Standard streams may be pipes, which are left out.
const fs = require('fs');
const net = require('net');
const { spawn } = require('child_process');

const show = (label) =>
  console.log(label, process.getActiveResourcesInfo().filter((name) => name !== 'PipeWrap').sort());
const later = (fn) => setTimeout(() => setImmediate(fn), 1);
show('nothing');
const unreferenced = setTimeout(() => {}, 1e6).unref();
show('timer that is unreferenced');
const timer = setTimeout(() => {}, 1e6);
const immediate = setImmediate(() => {});
show('timer and immediate');
clearTimeout(timer);
clearTimeout(unreferenced);
clearImmediate(immediate);

const watcher = fs.watch(__dirname);
show('watcher');
watcher.unref();
show('watcher that is unreferenced');
watcher.ref();
watcher.close();

require('zlib').gzip('x', () => {});
require('crypto').pbkdf2('a', 'b', 1, 8, 'sha1', () => {});
later(() => {
  show('computations at most');
  const server = net.createServer().listen(0, () => {
    show('server');
    server.unref();
    show('server that is unreferenced');
    server.close(() => later(runChild));
  });
});

function runChild() {
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
  show('child');
  console.log(process._getActiveHandles().includes(child));
  child.unref();
  show('child that is unreferenced');
  child.ref();
  child.on('close', () => later(() => {
    show('child has exited');
    fs.stat('.', () => later(() => show('call is complete')));
    show('call');
  }));
}
