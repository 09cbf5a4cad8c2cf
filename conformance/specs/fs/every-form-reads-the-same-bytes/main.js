'use strict';
const fs = require('fs');
const path = require('path');
const folder = fs.mkdtempSync(path.join(require('os').tmpdir(), 'fs-spec-'));
process.chdir(folder);
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

const sizes = [0, 1, 65536, 65537, 524288, 524289, 3_000_000];

(async () => {
  for (const size of sizes) {
    const bytes = Buffer.alloc(size);
    for (let i = 0; i < size; i++) bytes[i] = (i * 31) ^ (i >> 8);
    fs.writeFileSync('file', bytes);
    const { promise, resolve } = Promise.withResolvers();
    fs.readFile('file', (error, data) => resolve(data));
    const results = [fs.readFileSync('file'), await promise, await fs.promises.readFile('file')];
    const fd = fs.openSync('file');
    results.push(fs.readFileSync(fd));
    fs.closeSync(fd);
    const handle = await fs.promises.open('file');
    results.push(await handle.readFile());
    await handle.close();
    console.log(size, results.map((result) => Buffer.isBuffer(result) && result.equals(bytes)).join(' '));
  }
  // A file that tells no size, and one without an end that is read only so far.
  console.log((await fs.promises.readFile('/proc/self/stat', 'latin1')).length > 10);
  console.log(fs.readFileSync('/proc/self/stat', 'utf8').length > 10);
})();
