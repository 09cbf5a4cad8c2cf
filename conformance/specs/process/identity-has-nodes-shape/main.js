'use strict';
console.log(/^v\d+\.\d+\.\d+$/.test(process.version), `v${process.versions.node}` === process.version, /^\d+\.\d+/.test(process.versions.v8));
console.log(process.release.name, process.platform, process.arch);
console.log(process.pid > 0, process.ppid > 0, typeof process.title, typeof process.argv0);
console.log(Object.prototype.toString.call(process), process instanceof require('node:events'), process === require('node:process'));
console.log(typeof process.config.variables, Object.keys(process.features).length > 0);
