'use strict';
const { report } = process;
console.log([report.writeReport('/no-such-folder/x.json')]);
report.directory = '/no-such-folder';
console.log([report.writeReport('y.json')]);
report.directory = '';
console.log(report.getReport().header.reportVersion);
