'use strict';
const path = require('node:path');
const { run } = require('node:test');

const wrong = [
  { files: 'a' }, { watch: 1 }, { shard: { index: 3, total: 2 } }, { isolation: 'thread' }, { concurrency: 'many' }, { randomSeed: -1 },
  { files: ['a'], globPatterns: ['b'] }, { watch: true, forceExit: true }, { coverage: 1 }, { lineCoverage: 101 }, { argv: [1] },
  { isolation: 'none', env: {} }, { testNamePatterns: [1] }, { testNamePatterns: ['('] }, { setup: 1 }, { watch: true, randomize: true }, { env: 1 },
];
for (const options of wrong) {
  try {
    run(options);
    console.log('accepted', options);
  } catch (error) {
    console.log(error.code, error.message);
  }
}

const files = ['one.js', 'two.js', 'three.js'].map((name) => path.join(__dirname, 'files', name));
const stream = run({ files, concurrency: 1, argv: ['word'], env: { ...process.env, GIVEN: 'yes' }, setup: (reporter) => { console.log('setup', reporter === stream); } });
stream.on('data', ({ type, data }) => {
  if (type === 'test:stderr' || type === 'test:diagnostic') return;
  const { name, nesting, file, entryFile, testNumber, message, details, count, success, counts, tags } = data;
  const error = details?.error;
  console.log(type, JSON.stringify({
    name: name && path.basename(name), nesting, file: file && path.basename(file), entryFile: entryFile && path.basename(entryFile), testNumber, message,
    count, success, counts, tags,
  }));
  if (error) console.log(' ', error.name, error.code, error.failureType, error.message, error.exitCode, error.signal, error.cause?.name, error.cause?.cause);
});
stream.on('end', () => { console.log('end, exit code', process.exitCode); });
