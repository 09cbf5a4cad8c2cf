const fs = require('fs');
const os = require('os');

const folder = os.tmpdir();
const bytes = Buffer.alloc(4);

async function tell(name, run) {
  try {
    console.log(name, await run());
  } catch (error) {
    console.log(name, error.code, error.message.replaceAll(folder, '~'));
  }
}

(async () => {
  // open: the flags first
  await tell('openSync', () => fs.openSync({}, 'q'));
  await tell('open', () => fs.open({}, 'q', () => {}));
  await tell('promises.open', () => fs.promises.open({}, 'q'));

  // The descriptor last, unless there is a callback.
  await tell('readSync', () => fs.readSync(null, bytes, { offset: 1.5 }));
  await tell('readSync of nothing', () => fs.readSync(null, bytes, 0, 0));
  await tell('readSync at null', () => fs.readSync(0, bytes, { offset: null }));
  await tell('read', () => fs.read(null, bytes, { offset: 1.5 }, () => {}));
  await tell('writeSync', () => fs.writeSync(null, bytes, -1));
  await tell('writeSync of text', () => fs.writeSync('x', 'text', null, 'hex'));
  await tell('readvSync', () => fs.readvSync(null, 7));
  await tell('writevSync of nothing', () => fs.writevSync(null, []));

  // The length of truncate after the file was opened, unless there is a callback.
  const missing = `${folder}/there-is-no-such-file`;
  await tell('truncateSync', () => fs.truncateSync(missing, 1.5));
  await tell('truncate', () => fs.truncate(missing, 1.5, () => {}));
  await tell('promises.truncate', () => fs.promises.truncate(missing, 1.5));

  // One buffer is read as read() does, which tells of a folder even where nothing is to be read.
  const fd = fs.openSync(folder);
  await tell('readv', () => fs.readvSync(fd, [new Uint8Array(0)]));
  await tell('readv of two', () => fs.readvSync(fd, [new Uint8Array(0), new Uint8Array(0)]));
  fs.closeSync(fd);
})();
