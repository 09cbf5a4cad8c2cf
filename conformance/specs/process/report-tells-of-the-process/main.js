'use strict';
const report = process.report.getReport(new Error('why'));
console.log(report.header.nodejsVersion === process.version, typeof report.header.glibcVersionRuntime);
console.log(report.javascriptStack.message, report.javascriptStack.stack.length > 0);
console.log(report.header.processId === process.pid, report.header.cwd === process.cwd());
console.log(Object.keys(process.report));
