'use strict';
// Which files `--test` runs for folders, and run() for folders in globPatterns.
const { spawnSync } = require('node:child_process');
const { relative, resolve } = require('node:path');
const { run } = require('node:test');

process.chdir(__dirname);
for (const args of [['files'], ['files/'], ['./files', 'files/b.test.js'], ['files', 'missing'], ['files/test'], ['files/*'], ['missing']]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--test', '--test-isolation=none', '--test-reporter=tap', ...args], { encoding: 'utf8' });
  console.log(args.join(' '), '->', status, stdout.match(/(?<=^# Subtest: ).*/gm), stderr);
}

(async () => {
  for (const options of [{ globPatterns: ['.'], cwd: resolve('files/sub') }, { files: [resolve('files/sub')] }]) {
    const names = [];
    for await (const { type, data } of run(options)) {
      if (type === 'test:pass' || type === 'test:fail') names.push(`${type} ${relative(__dirname, data.file)}`);
    }
    console.log(names);
  }
})();
