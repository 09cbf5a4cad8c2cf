'use strict';
const { execFileSync } = require('node:child_process');
const names = ['JAVA_TOOL_OPTIONS', 'JDK_JAVA_OPTIONS', '_JAVA_OPTIONS', '_JAVA_SR_SIGNUM', 'ICU_DATA', 'JDK_ALTERNATE_VM'];

for (const name of names) console.log(name, process.env[name]);
console.log(execFileSync('env', { encoding: 'utf8' }).split('\n').filter((line) => names.includes(line.split('=')[0])).sort());
const usual = ['home', 'java', 'link', 'name', 'path', 'root', 'self', 'start']; // a launcher might use these
console.log(usual.map((name) => process.env[name]));
// The tests themselves set the limits of reports (GYRE_BLOCK_WARN, GYRE_POOL_WARN).
console.log(Object.keys(process.env).filter((name) => name.startsWith('GYRE_') && !name.endsWith('_WARN')));
console.log(new Intl.NumberFormat('de').format(1234.5));
