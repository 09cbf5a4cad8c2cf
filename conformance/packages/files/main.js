'use strict';

// Packages that work on files, each with a small task in a folder of its own.

const crypto = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { pipeline } = require('node:stream/promises');

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'files-'));
process.on('exit', () => fs.rmSync(home, { recursive: true }));
process.chdir(home);

const digest = (bytes) => crypto.createHash('sha256').update(bytes).digest('hex').slice(0, 16);

const bytes = Buffer.from(Array.from({ length: 40_000 }, (_, i) => Math.imul(i, 2654435761) >>> 24));

// Paths, kinds and contents below a folder.
function list(folder) {
  for (const name of fs.readdirSync(folder, { recursive: true }).sort()) {
    const file = path.join(folder, name);
    const stats = fs.lstatSync(file);
    const what = stats.isSymbolicLink() ? fs.readlinkSync(file) : stats.isFile() ? digest(fs.readFileSync(file)) : '/';
    console.log(`  ${name} ${what}`);
  }
}

const tasks = {
  async 'fs-extra'() {
    const fse = require('fs-extra');
    await fse.outputFile('tree/a.txt', 'alpha\n');
    await fse.outputJson('tree/b/c.json', { c: ['é'] }, { spaces: 2 });
    await fse.outputFile('tree/b/bytes.dat', bytes);
    await fse.ensureSymlink('tree/a.txt', 'tree/link');
    await fse.copy('tree', 'copy', { filter: (file) => !file.endsWith('.json') });
    fse.moveSync('copy/b', 'moved');
    list('copy');
    list('moved');
    await fse.copy('tree', 'tree/b/inside').catch((error) => console.log(error.message.replaceAll(home, '~')));
    await fse.readJson('tree/a.txt').catch((error) => console.log(error.message));
  },

  async 'fast-glob'() {
    const glob = require('fast-glob');
    console.log((await glob('**/*.{txt,json}', { onlyFiles: true })).sort());
    console.log(glob.sync('tree/*', { stats: true, markDirectories: true, onlyFiles: false })
      .map(({ path: name, stats }) => [name, stats.isDirectory()]).sort());
  },

  async tar() {
    const tar = require('tar');
    await tar.create({ file: 'tree.tgz', gzip: true, portable: true }, ['tree']);
    tar.create({ file: 'tree.tar', portable: true, sync: true, mtime: new Date(1e12) }, ['tree/b']);
    console.log(digest(fs.readFileSync('tree.tar')));
    fs.mkdirSync('untarred');
    await tar.extract({ file: 'tree.tgz', cwd: 'untarred', strip: 1 });
    list('untarred');
    await tar.extract({ file: 'tree/a.txt', strict: true }).catch(({ code, message }) => console.log(code, message));
  },

  async zip() {
    const JSZip = require('jszip');
    const zip = new JSZip();
    zip.file('a/text.txt', 'text '.repeat(1000));
    zip.file('bytes.dat', fs.createReadStream('tree/b/bytes.dat'));
    await pipeline(zip.generateNodeStream({ compression: 'DEFLATE' }), fs.createWriteStream('made.zip'));
    const { promise, resolve, reject } = Promise.withResolvers();
    require('yauzl').open('made.zip', { lazyEntries: true }, (error, file) => {
      if (error) return reject(error);
      file.on('entry', (entry) => {
        if (entry.fileName.endsWith('/')) return file.readEntry();
        file.openReadStream(entry, async (wrong, stream) => {
          if (wrong) return reject(wrong);
          console.log(entry.fileName, entry.uncompressedSize, digest(Buffer.concat(await stream.toArray())));
          file.readEntry();
        });
      }).on('end', resolve).on('error', reject).readEntry();
    });
    await promise;
  },

  async 'csv-parse'() {
    const { parse } = require('csv-parse');
    let text = 'id,name,note\r\n';
    for (let i = 0; i < 5000; i++) text += `${i},"n ""${i}""",é ${i}\r\n`;
    fs.writeFileSync('rows.csv', text);
    let count = 0;
    let last;
    for await (const row of fs.createReadStream('rows.csv').pipe(parse({ columns: true }))) {
      count++;
      last = row;
    }
    console.log(count, last);
    parse('a,b\n1\n', (error) => console.log(error.code, error.message));
  },

  async split2() {
    fs.writeFileSync('lines.txt', Array.from({ length: 20_000 }, (_, i) => `línea ${i}`).join('\n'));
    const lines = await fs.createReadStream('lines.txt', { highWaterMark: 1001 }).pipe(require('split2')()).toArray();
    console.log(lines.length, lines.at(-1));
  },

  async 'iconv-lite'() {
    const iconv = require('iconv-lite');
    fs.writeFileSync('gb.txt', iconv.encode('Grüße, мир, 日本語 '.repeat(2000), 'gb18030'));
    await pipeline(fs.createReadStream('gb.txt', { highWaterMark: 999 }), iconv.decodeStream('gb18030'),
                   iconv.encodeStream('utf16be'), fs.createWriteStream('utf16.txt'));
    console.log(digest(fs.readFileSync('gb.txt')), digest(fs.readFileSync('utf16.txt')));
  },

  async pngjs() {
    const { PNG } = require('pngjs');
    const image = new PNG({ width: 100, height: 100 });
    bytes.copy(image.data);
    await pipeline(image.pack(), fs.createWriteStream('image.png'));
    const file = fs.readFileSync('image.png');
    console.log(PNG.sync.read(file).data.equals(bytes), digest(PNG.sync.read(PNG.sync.write(image)).data));
    const parsed = new PNG();
    fs.createReadStream('image.png').pipe(parsed);
    await new Promise((resolve, reject) => parsed.on('parsed', resolve).on('error', reject));
    console.log(parsed.width, parsed.height, digest(parsed.data));
    new PNG().parse('no image', (error) => console.log(error.message));
  },

  async chokidar() {
    const chokidar = require('chokidar');
    const seen = new Set();
    const watcher = chokidar.watch('tree', { atomic: false }).on('all', (event, file) => seen.add(`${event} ${file}`));
    const until = async (wanted) => {
      const deadline = Date.now() + 10_000;
      while (!seen.has(wanted) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
      console.log(wanted, seen.has(wanted));
    };
    await new Promise((resolve) => watcher.on('ready', resolve));
    console.log([...seen].sort());
    fs.writeFileSync('tree/new.txt', 'new');
    await until('add tree/new.txt');
    fs.appendFileSync('tree/a.txt', 'more');
    await until('change tree/a.txt');
    fs.unlinkSync('tree/new.txt');
    await until('unlink tree/new.txt');
    await watcher.close();
  },
};

(async () => {
  for (const [name, run] of Object.entries(tasks)) {
    console.log(`${name}:`);
    await run();
    await new Promise((resolve) => setImmediate(resolve));
  }
})();
