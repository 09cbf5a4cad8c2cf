'use strict';
const { WASI } = require('wasi');

const number = (n) => (n < 128 ? [n] : [n & 127 | 128, ...number(n >>> 7)]);
const text = (s) => [s.length, ...Buffer.from(s)];
const section = (id, bytes) => [id, ...number(bytes.length), ...bytes];
// Writes "hi\n" by fd_write and calls proc_exit(42).
const program = (entry) => new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0,
  ...section(1, [3, 0x60, 4, 0x7f, 0x7f, 0x7f, 0x7f, 1, 0x7f, 0x60, 1, 0x7f, 0, 0x60, 0, 0]),
  ...section(2, [2, ...text('wasi_snapshot_preview1'), ...text('fd_write'), 0, 0,
    ...text('wasi_snapshot_preview1'), ...text('proc_exit'), 0, 1]),
  ...section(3, [1, 2]),
  ...section(5, [1, 0, 1]),
  ...section(7, [2, ...text('memory'), 2, 0, ...text(entry), 0, 2]),
  ...section(10, [1, 18, 0, 0x41, 1, 0x41, 0, 0x41, 1, 0x41, 32, 0x10, 0, 0x1a, 0x41, 42, 0x10, 1, 0x00, 0x0b]),
  ...section(11, [1, 0, 0x41, 0, 0x0b, 12, 8, 0, 0, 0, 3, 0, 0, 0, 104, 105, 10, 0])]);

function attempt(name, run) {
  try {
    console.log(name, run());
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
}

(async () => {
  const wasi = new WASI({ version: 'preview1' });
  const { instance } = await WebAssembly.instantiate(program('_start'), wasi.getImportObject());
  attempt('start', () => wasi.start(instance));
  attempt('again', () => wasi.start(instance));
  attempt('initialize', () => wasi.initialize(instance));
  const other = new WASI({ version: 'preview1' });
  attempt('wrong entry', () => other.initialize(instance));
  for (const options of [undefined, {}, { version: 'preview2' }, { version: 'preview1', args: 1 }, { version: 'preview1', env: 1 },
    { version: 'preview1', preopens: 'x' }, { version: 'preview1', stdin: -1 }, { version: 'preview1', stdout: 'x' },
    { version: 'preview1', returnOnExit: 1 }, { version: 'preview1', preopens: { '/x': '/does/not/exist' } },
    { version: 'preview1', preopens: { '/x': __filename } }, { version: 'preview1', stderr: 900 }]) {
    attempt(JSON.stringify(options)?.replace(__filename, 'FILE'), () => typeof new WASI(options));
  }
  for (const value of [undefined, {}, { exports: null }, { exports: {} }, { exports: { memory: {} } },
    { exports: { memory: new WebAssembly.Memory({ initial: 1 }) } }]) {
    attempt('start', () => new WASI({ version: 'preview1' }).start(value));
  }
  console.log(Object.keys(new WASI({ version: 'unstable' }).getImportObject()));
  console.log(new WASI({ version: 'preview1' }));
  process.on('exit', () => console.log('not called'));
  const last = new WASI({ version: 'preview1', returnOnExit: false });
  last.start((await WebAssembly.instantiate(program('_start'), last.getImportObject())).instance);
})();
