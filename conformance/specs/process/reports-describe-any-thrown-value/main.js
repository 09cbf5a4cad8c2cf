'use strict';
const { report } = process;
const given = [
  { a: 1 }, { stack: 5, message: 'm' }, Object.create(null), { get stack() { throw 1; } }, Object.assign(new Error('empty'), { stack: '' }),
];
for (const value of given) console.log(report.getReport(value).javascriptStack);
const properties = { symbol: Symbol('x'), [Symbol('y')]: 1, nothing: null, missing: undefined, list: [1, 2], plain: {}, bare: Object.create(null), code: 'E', };
const { message, errorProperties } = report.getReport(Object.assign(new Error('k'), properties)).javascriptStack;
console.log(message, errorProperties);
const { libuv } = report.getReport();
console.log(libuv.filter(({ type }) => type === 'loop').map(({ loopIdleTimeSeconds }) => typeof loopIdleTimeSeconds));

const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const folder = fs.mkdtempSync(path.join(require('os').tmpdir(), 'report-'));
for (const thrown of ['5', 'null', 'Symbol("s")', '{ a: 1 }', '() => 1']) {
  spawnSync(process.execPath, ['--report-uncaught-exception', '--report-filename=r.json', '-e', `throw ${thrown}`], { cwd: folder });
  console.log(thrown, JSON.parse(fs.readFileSync(path.join(folder, 'r.json'))).javascriptStack);
}
fs.rmSync(folder, { recursive: true });

const { Worker } = require('worker_threads');
new Worker('console.log("thread", process.report.getReport().header.threadId)', { eval: true });
