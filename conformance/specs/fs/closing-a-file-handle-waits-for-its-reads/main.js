'use strict';
const fs = require('fs');
const path = require('path');
const folder = fs.mkdtempSync(path.join(require('os').tmpdir(), 'fs-spec-'));
process.chdir(folder);
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

(async () => {
  fs.writeFileSync('file', 'x'.repeat(2_000_000));
  const handle = await fs.promises.open('file');
  const order = [];
  handle.on('close', () => order.push('close event'));
  const reading = handle.readFile().then((data) => order.push(`read ${data.length}`));
  const closing = handle.close().then(() => order.push('closed'));
  await Promise.all([reading, closing]);
  console.log(order, handle.fd);
  await handle.close();
  await handle.read().catch(({ code, syscall, message }) => console.log(code, syscall, message));
})();
