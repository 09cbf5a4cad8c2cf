'use strict';
const vfs = require('node:vfs');

const files = vfs.create({ emitExperimentalWarning: false });
const tell = (title, run) => {
  try {
    console.log(title, run());
  } catch (error) {
    console.log(title, error.name, error.code, error.syscall, '|', error.message);
  }
};

files.writeFileSync('/f', '0123456789');
const fd = files.openSync('/f', 'r+');
console.log(fd >= 0x40000000);
const buffer = Buffer.alloc(4);
tell('read', () => [files.readSync(fd, buffer, 0, 4, null), buffer.toString()]);
tell('read on', () => [files.readSync(fd, buffer, 0, 4, null), buffer.toString()]);
tell('read at', () => [files.readSync(fd, buffer, 1, 2, 0), buffer.toString()]);
tell('read at the end', () => files.readSync(fd, buffer, 0, 4, 20));
tell('write', () => files.writeSync(fd, Buffer.from('ab'), 0, 2, null));
tell('write beyond', () => files.writeSync(fd, Buffer.from('!'), 0, 1, 12));
tell('contents', () => files.readFileSync('/f'));
tell('fstat', () => files.fstatSync(fd).size);
tell('ftruncate', () => { files.ftruncateSync(fd, 2); return files.readFileSync('/f', 'utf8'); });
tell('close', () => files.closeSync(fd));
tell('close again', () => files.closeSync(fd));
tell('read closed', () => files.readSync(fd, buffer, 0, 1, 0));
const appending = files.openSync('/f', 'a');
tell('append', () => files.writeSync(appending, Buffer.from('xy'), 0, 2, 0));
tell('read what is only written', () => files.readSync(appending, buffer, 0, 1, 0));
files.closeSync(appending);
tell('write what is only read', () => files.writeSync(files.openSync('/f'), buffer, 0, 1, 0));
tell('contents', () => files.readFileSync('/f', 'utf8'));
tell('open missing', () => files.openSync('/none'));
tell('flags', () => files.openSync('/f', 'q'));

const dir = files.opendirSync('/');
console.log(dir.path, dir.readSync().name, dir.readSync());
dir.closeSync();
tell('dir closed', () => dir.readSync());

(async () => {
  files.mkdirSync('/d/e', { recursive: true });
  files.writeFileSync('/d/e/g', '');
  for await (const entry of files.opendirSync('/d', { recursive: true })) console.log(entry.name, entry.parentPath);

  const text = [];
  for await (const chunk of files.createReadStream('/f', { start: 1, end: 2, encoding: 'utf8' })) text.push(chunk);
  console.log(text.join());
  await new Promise((resolve) => {
    const out = files.createWriteStream('/out');
    out.on('open', (number) => console.log('open', typeof number));
    out.on('finish', () => console.log('finish', out.bytesWritten, out.path));
    out.on('close', resolve);
    out.write('one ');
    out.end('two');
  });
  console.log(files.readFileSync('/out', 'utf8'));
  await new Promise((resolve) => files.createReadStream('/none').on('error', (error) => resolve(console.log(error.message))));
  tell('range', () => files.createReadStream('/f', { start: 3, end: 2 }));

  const p = files.promises;
  console.log(Object.isFrozen(p), Object.keys(p).join());
  await p.mkdir('/p');
  await p.writeFile('/p/x', 'promised');
  await p.appendFile('/p/x', '!');
  console.log(await p.readFile('/p/x', 'utf8'), await p.readdir('/p'), (await p.stat('/p/x')).size);
  await p.rename('/p/x', '/p/y');
  await p.copyFile('/p/y', '/p/z');
  await p.symlink('y', '/p/l');
  console.log(await p.readlink('/p/l'), await p.realpath('/p/l'), (await p.lstat('/p/l')).isSymbolicLink());
  await p.truncate('/p/z', 2);
  await p.link('/p/z', '/p/h');
  await p.chmod('/p/z', 0o600);
  console.log(await p.readFile('/p/h', 'utf8'), (await p.stat('/p/h')).mode.toString(8));
  await p.rm('/p', { recursive: true });
  await p.access('/p').catch((error) => console.log(error.message));
  await p.open('/none').catch((error) => console.log(error.message));
  console.log(typeof await p.open('/f', 'r'));

  files.readFile('/f', 'utf8', (error, data) => {
    console.log(error, data);
    files.stat('/none', (missing) => {
      console.log(missing.message);
      files.open('/f', (failure, number) => {
        files.read(number, buffer, 0, 2, 0, (e, count, same) => {
          console.log(e, count, same === buffer);
          files.close(number, (ended) => {
            console.log(ended);
            files.close(number, (again) => console.log(again.message));
          });
        });
      });
    });
  });
})();
