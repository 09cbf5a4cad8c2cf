'use strict';
// Files for the file benchmarks, in a folder of their own that is gone when the process is.
const fs = require('fs');
const os = require('os');
const path = require('path');

const FILES_PER_FOLDER = 100;

// { root, paths }: so many files of so many bytes each, a hundred to a folder.
function smallFiles(count, bytes) {
  const root = temporaryFolder();
  const content = Buffer.alloc(bytes, 'some text, over and over\n');
  const paths = [];
  let folder;
  for (let i = 0; i < count; i++) {
    if (i % FILES_PER_FOLDER === 0) {
      folder = path.join(root, `folder-${i / FILES_PER_FOLDER}`);
      fs.mkdirSync(folder);
    }
    const file = path.join(folder, `file-${i}.txt`);
    fs.writeFileSync(file, content);
    paths.push(file);
  }
  return { root, paths };
}

function temporaryFolder() {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-'));
  process.on('exit', () => fs.rmSync(root, { recursive: true }));
  return root;
}

module.exports = { smallFiles, temporaryFolder };
