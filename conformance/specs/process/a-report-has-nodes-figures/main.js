'use strict';

const { spawnSync } = require('child_process');
const { mkdtempSync, rmSync } = require('fs');
const { tmpdir } = require('os');
const { join } = require('path');

const report = process.report.getReport();
console.log(Object.keys(report));
const { heapSpaces, ...heap } = report.javascriptHeap;
console.log(Object.keys(heap), Object.values(heap).every((value) => typeof value === 'number'));
console.log(Object.keys(heapSpaces), Object.keys(heapSpaces.old_space));
console.log(heapSpaces.old_space.capacity === heapSpaces.old_space.used + heapSpaces.old_space.available);
console.log(Object.keys(report.resourceUsage), Object.keys(report.uvthreadResourceUsage));
const { userCpuSeconds, userCpuConsumptionPercent, fsActivity } = report.uvthreadResourceUsage;
console.log(userCpuSeconds > 0, userCpuConsumptionPercent > 0 && userCpuConsumptionPercent <= 100, Object.keys(fsActivity));
console.log(Object.keys(report.userLimits));
console.log(Object.values(report.userLimits).every(({ soft, hard }) =>
  [soft, hard].every((one) => one === 'unlimited' || Number.isInteger(one))));

const cwd = mkdtempSync(join(tmpdir(), 'report-'));
const { stderr } = spawnSync(process.execPath,
                             ['--report-uncaught-exception', '--report-filename=r.json', '-e', 'throw new Error("x")'],
                             { cwd, encoding: 'utf8' });
console.log(stderr.endsWith(`\n\nWriting Node.js report to file: r.json\nNode.js report completed\n\nNode.js ${process.version}\n`));
rmSync(cwd, { recursive: true });
