'use strict';
const fs = require('fs');
const path = require('path');
const folder = fs.mkdtempSync(path.join(require('os').tmpdir(), 'fs-spec-'));
process.chdir(folder);
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

const big = Buffer.alloc(3_000_000, 'x');

(async () => {
  fs.writeFileSync('file', big);
  const aborted = AbortSignal.abort('because');
  const tell = (label) => ({ name, code, cause }) => console.log(label, name, code, cause);
  await fs.promises.readFile('file', { signal: aborted }).catch(tell('read'));
  await fs.promises.writeFile('other', big, { signal: aborted }).catch(tell('write'));
  console.log(fs.existsSync('other'));
  const controller = new AbortController();
  const reading = fs.promises.readFile('file', { signal: controller.signal }).catch(tell('read under way'));
  process.nextTick(() => controller.abort('now'));
  await reading;
  fs.readFile('file', { signal: aborted }, tell('callback'));
})();
