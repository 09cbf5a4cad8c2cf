'use strict';
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'order-'));
const file = path.join(folder, 'file.md');
fs.writeFileSync(file, 'read before it was unlinked');

fs.readFile(file, 'utf8', (readError, data) => {
  if (readError) throw readError;
  console.log(data);
  fs.unlink(file, (unlinkError) => {
    if (unlinkError) throw unlinkError;
    console.log('exists:', fs.existsSync(file));
    fs.rmdirSync(folder);
  });
});
