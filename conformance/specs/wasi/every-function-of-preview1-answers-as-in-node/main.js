'use strict';
// The functions are called from here, with the pointers and numbers that a WebAssembly program would pass.
const fs = require('fs');
const os = require('os');
const path = require('path');
process.removeAllListeners('warning');
const { WASI } = require('wasi');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wasi-'));
fs.mkdirSync(path.join(folder, 'box/sub'), { recursive: true });
fs.writeFileSync(path.join(folder, 'outside.txt'), 'secret');
fs.writeFileSync(path.join(folder, 'box/in.txt'), 'hello world');
fs.symlinkSync('../in.txt', path.join(folder, 'box/sub/link'));
fs.symlinkSync('../../outside.txt', path.join(folder, 'box/sub/escape'));
fs.symlinkSync('/box/in.txt', path.join(folder, 'box/absolute'));
fs.symlinkSync('/etc/passwd', path.join(folder, 'box/passwd'));
fs.symlinkSync('loop2', path.join(folder, 'box/loop1'));
fs.symlinkSync('loop1', path.join(folder, 'box/loop2'));

const errors = ['ok', 'E2BIG', 'EACCES', 3, 4, 5, 'EAGAIN', 7, 'EBADF', 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 'EEXIST', 21, 22,
  23, 24, 25, 26, 27, 'EINVAL', 'EIO', 30, 'EISDIR', 'ELOOP', 33, 34, 35, 36, 37, 38, 39, 40, 41, 'ENOBUFS', 43, 'ENOENT'];
errors[52] = 'ENOSYS'; errors[54] = 'ENOTDIR'; errors[55] = 'ENOTEMPTY'; errors[58] = 'ENOTSUP'; errors[61] = 'EOVERFLOW';
errors[63] = 'EPERM'; errors[70] = 'ESPIPE'; errors[76] = 'ENOTCAPABLE';

const memory = new WebAssembly.Memory({ initial: 1 });
const u8 = new Uint8Array(memory.buffer), view = new DataView(memory.buffer);
const input = fs.openSync(path.join(folder, 'box/in.txt'));
const wasi = new WASI({
  version: 'preview1', args: ['prog', 'ä', 'cut\0off'], env: { A: '1', B: undefined, ünï: 'x' },
  preopens: { '/box': path.join(folder, 'box'), '.': path.join(folder, 'box/sub') }, stdin: input,
});
const w = wasi.wasiImport;
try { w.fd_close(3); } catch (error) { console.log(error.code, error.message); }
wasi.finalizeBindings({ exports: { memory } });

const say = (name, result, ...more) => console.log(name, errors[result] ?? result, ...more);
const call = (name, ...args) => say(name, w[name](...args));
const u32 = (at) => view.getUint32(at, true), u64 = (at) => view.getBigUint64(at, true);
const text = (at, length) => Buffer.from(u8.slice(at, at + length)).toString();
const put = (at, string) => { const bytes = Buffer.from(string); u8.set(bytes, at); return [at, bytes.length]; };
const vector = (at, ...pairs) => { pairs.forEach((n, i) => view.setUint32(at + 4 * i, n, true)); return [at, pairs.length / 2]; };

console.log('--- arguments and variables');
say('args_sizes_get', w.args_sizes_get(0, 4), u32(0), u32(4));
say('args_get', w.args_get(100, 200), u32(100), u32(104), u32(108), JSON.stringify(text(200, 13)));
say('environ_sizes_get', w.environ_sizes_get(0, 4), u32(0), u32(4));
say('environ_get', w.environ_get(100, 200), JSON.stringify(text(200, u32(4))));
call('args_get', 65535, 200);
call('args_get', 1);
call('args_get', 'x', 2);
call('args_sizes_get', 65533, 0);
call('clock_time_get', 0, 1n, 65536);
call('clock_time_get', 7, 1n, 0);
call('clock_time_get', 0, 1, 0);
for (const clock of [0, 1, 2, 3]) say('clock', w.clock_time_get(clock, 0n, 0), u64(0) > 0n, w.clock_res_get(clock, 8), clock === 3 || u64(8));

console.log('--- folders given');
for (const fd of [2, 3, 4, 5]) { u8.fill(0, 0, 8); say('fd_prestat_get', w.fd_prestat_get(fd, 0), u8[0], u32(4)); }
say('fd_prestat_dir_name', w.fd_prestat_dir_name(3, 0, 4), text(0, 4));
call('fd_prestat_dir_name', 3, 0, 3);
call('fd_prestat_dir_name', 1, 0, 3);
say('fd_fdstat_get', w.fd_fdstat_get(3, 0), u8[0], u64(8), u64(16));
say('fd_fdstat_get', w.fd_fdstat_get(0, 0), u8[0], u64(8), u64(16));

console.log('--- opening');
const ALL = 2n ** 30n - 1n, READ = 2n | 4n | 32n | 2n ** 14n | 2n ** 21n;
const INHERITED = u => u & (2n ** 28n - 1n);
function open(fd, name, { follow = 1, flags = 0, rights = READ, inheriting = 0n, fdFlags = 0 } = {}) {
  const result = w.path_open(fd, follow, ...put(1000, name), flags, rights, inheriting, fdFlags, 0);
  say('path_open', result, name, result === 0 ? u32(0) : '');
  if (result === 0) w.fd_close(u32(0));
}
open(3, 'in.txt');
open(3, 'sub/../in.txt');
open(3, './/sub/./link');
open(3, 'sub/link', { follow: 0 });
open(3, '../outside.txt');
open(3, 'sub/../../outside.txt');
open(3, '/box/in.txt');
open(3, 'sub/escape');
open(3, 'absolute');
open(3, 'passwd');
open(3, 'loop1');
open(3, 'missing');
open(3, '');
open(3, 'a\0b');
open(3, 'in.txt/');
open(3, 'in.txt', { flags: 2 });
open(3, 'sub/', { flags: 2 });
open(4, 'link');
open(4, '..');
open(4, '.');
open(0, 'in.txt');
open(9, 'in.txt');
open(3, 'new.txt', { flags: 1 | 4, rights: 2n | 64n | 4n });
open(3, 'new.txt', { flags: 1 | 4, rights: 2n | 64n | 4n });
open(3, 'in.txt', { rights: 2n ** 40n });
open(3, 'in.txt', { rights: ALL });

console.log('--- reading and writing');
w.path_open(3, 1, ...put(1000, 'new.txt'), 1, 2n | 4n | 32n | 64n | 2n ** 21n | 2n ** 22n | 2n ** 23n | 128n | 256n | 16n | 1n, 0n, 0, 0);
const file = u32(0);
put(2000, 'abcdefghij');
say('fd_write', w.fd_write(file, ...vector(300, 2000, 3, 2005, 5), 0), u32(0));
say('fd_pwrite', w.fd_pwrite(file, ...vector(300, 2000, 1), 20n, 0), u32(0));
call('fd_pwrite', file, ...vector(300, 2000, 1), -5n, 0);
say('fd_tell', w.fd_tell(file, 0), u64(0));
for (const [offset, whence] of [[2n, 0], [1n, 1], [-3n, 2], [-100n, 1], [0n, 3]]) say('fd_seek', w.fd_seek(file, offset, whence, 0), u64(0));
w.fd_seek(file, 0n, 0, 0);
say('fd_read', w.fd_read(file, ...vector(300, 3000, 2, 3010, 3), 0), u32(0), text(3000, 2), text(3010, 3));
say('fd_read', w.fd_read(file, ...vector(300, 3000, 100), 0), u32(0), JSON.stringify(text(3000, 3)));
say('fd_read', w.fd_read(file, ...vector(300, 3000, 100), 0), u32(0));
say('fd_read', w.fd_read(file, 300, 0, 0), u32(0));
say('fd_pread', w.fd_pread(file, ...vector(300, 3000, 4), 3n, 0), u32(0), text(3000, 4));
call('fd_read', file, ...vector(300, 65000, 1000), 0);
call('fd_read', file, 65530, 1, 0);
call('fd_read', 3, ...vector(300, 3000, 4), 0);
call('fd_write', 40, ...vector(300, 3000, 4), 0);
say('stdin', w.fd_read(0, ...vector(300, 3000, 5), 0), text(3000, 5));
call('fd_filestat_set_size', file, 7n);
say('fd_filestat_get', w.fd_filestat_get(file, 0), u8[16], u64(24), u64(32));
call('fd_allocate', file, 0n, 100n);
say('fd_filestat_get', w.fd_filestat_get(file, 0), u64(32));
call('fd_advise', file, 0n, 0n, 3);
call('fd_advise', file, 0n, 0n, 9);
call('fd_advise', 3, 0n, 0n, 0);
call('fd_sync', file);
call('fd_datasync', file);
call('fd_datasync', 3);
call('fd_filestat_set_times', file, 5_500_000_000n, 7_900_000_000n, 1 | 4);
say('times', w.fd_filestat_get(file, 0), u64(40), u64(48));
call('fd_filestat_set_times', file, 9_000_000_000n, 0n, 1);
say('times', w.fd_filestat_get(file, 0), u64(40), u64(48));
call('fd_filestat_set_times', file, 0n, 0n, 3);
call('fd_fdstat_set_flags', file, 1);
say('flags', w.fd_fdstat_get(file, 0), (view.getUint16(2, true) & 0x400) !== 0);
call('fd_fdstat_set_rights', file, ALL, 0n);
call('fd_fdstat_set_rights', file, 2n, 0n);
call('fd_write', file, ...vector(300, 2000, 3), 0);
call('fd_renumber', file, 77);
call('fd_renumber', 77, file);
call('fd_close', file);
call('fd_close', file);

console.log('--- paths');
call('path_create_directory', 3, ...put(1000, 'made'));
call('path_create_directory', 3, ...put(1000, 'made'));
call('path_create_directory', 3, ...put(1000, '../made'));
say('path_filestat_get', w.path_filestat_get(3, 1, ...put(1000, 'sub/link'), 0), u8[16], u64(32));
say('path_filestat_get', w.path_filestat_get(3, 0, ...put(1000, 'sub/link'), 0), u8[16], u64(32));
call('path_filestat_get', 3, 1, ...put(1000, 'sub/escape'), 0);
say('path_filestat_get', w.path_filestat_get(3, 0, ...put(1000, 'sub/escape'), 0), u8[16]);
call('path_filestat_set_times', 3, 0, ...put(1000, 'in.txt'), 3_000_000_000n, 4_000_000_000n, 5);
say('path_filestat_get', w.path_filestat_get(3, 0, ...put(1000, 'in.txt'), 0), u64(40), u64(48));
call('path_link', 3, 0, ...put(1000, 'in.txt'), 3, ...put(1100, 'hard'));
call('path_link', 3, 0, ...put(1000, 'in.txt'), 3, ...put(1100, '../hard'));
say('links', w.path_filestat_get(3, 0, ...put(1000, 'hard'), 0), u64(24));
call('path_rename', 3, ...put(1000, 'hard'), 4, ...put(1100, 'moved'));
call('path_rename', 3, ...put(1000, 'hard'), 4, ...put(1100, 'moved'));
call('path_symlink', ...put(1000, 'in.txt'), 3, ...put(1100, 'soft'));
call('path_symlink', ...put(1000, '/etc'), 3, ...put(1100, 'soft2'));
call('path_symlink', ...put(1000, '../x'), 3, ...put(1100, 'soft3'));
say('path_readlink', w.path_readlink(3, ...put(1000, 'soft'), 500, 20, 0), u32(0), text(500, 6));
call('path_readlink', 3, ...put(1000, 'soft'), 500, 6, 0);
call('path_readlink', 3, ...put(1000, 'in.txt'), 500, 6, 0);
call('path_unlink_file', 3, ...put(1000, 'soft'));
call('path_unlink_file', 3, ...put(1000, 'made'));
call('path_unlink_file', 4, ...put(1000, 'moved'));
call('path_remove_directory', 3, ...put(1000, 'sub'));
call('path_remove_directory', 3, ...put(1000, 'made'));

console.log('--- listing');
function list(fd, size) {
  const names = [];
  for (let cookie = 0n, used = size; used === size;) {
    const result = w.fd_readdir(fd, 10000, size, cookie, 0);
    if (result !== 0) return say('fd_readdir', result);
    used = u32(0);
    for (let at = 10000; at + 24 <= 10000 + used;) {
      const length = u32(at + 16);
      if (at + 24 + length > 10000 + used) break;
      names.push(`${text(at + 24, length)}:${u8[at + 20]}`);
      cookie = u64(at);
      at += 24 + length;
    }
    if (names.length > 20) break;
  }
  console.log(names.sort().join(' '));
}
list(3, 4096);
list(3, 64);
list(1, 64);

console.log('--- waiting, the process, sockets');
const subscription = (at, userdata, type, ...words) => {
  u8.fill(0, at, at + 48);
  view.setBigUint64(at, userdata, true);
  u8[at + 8] = type;
  words.forEach((value, i) => view.setBigUint64(at + 16 + 8 * i, value, true));
};
subscription(5000, 11n, 0, 1n, 2_000_000n, 0n, 0n);
subscription(5048, 12n, 0, 1n, 1_000_000n, 0n, 0n);
say('poll_oneoff', w.poll_oneoff(5000, 6000, 2, 0), u32(0), u64(6000), view.getUint16(6008, true), u8[6010]);
call('poll_oneoff', 5000, 6000, 0, 0);
subscription(5000, 13n, 9, 0n);
call('poll_oneoff', 5000, 6000, 1, 0);
subscription(5000, 14n, 1, 0n);
call('poll_oneoff', 5000, 6000, 1, 0);
subscription(5000, 15n, 1, 3n);
call('poll_oneoff', 5000, 6000, 1, 0);
call('sched_yield');
u8.fill(0, 0, 64);
say('random_get', w.random_get(0, 64), new Set(u8.slice(0, 64)).size > 20);
call('random_get', 65530, 64);
call('proc_raise', 99);
call('sock_accept', 3, 0, 0);
call('sock_accept', 20, 0, 0);
call('sock_shutdown', 20, 2);
call('sock_shutdown', 20, 1);
call('sock_send', 20, 300, 1, 0, 0);
call('sock_recv', 20, 300, 1, 0, 0, 4);
fs.rmSync(folder, { recursive: true });
