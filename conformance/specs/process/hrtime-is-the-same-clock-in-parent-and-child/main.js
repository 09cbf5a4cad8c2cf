'use strict';
const { execFileSync } = require('child_process');

const before = process.hrtime.bigint();
const child = execFileSync(process.execPath, ['-p', '`${process.hrtime.bigint()} ${process.hrtime().join()}`'], { encoding: 'utf8' });
const after = process.hrtime.bigint();

const [big, pair] = child.trim().split(' ');
const [seconds, nanoseconds] = pair.split(',').map(Number);
console.log('bigint between', before < BigInt(big) && BigInt(big) < after);
console.log('pair between', BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds) >= BigInt(big));
const [s, n] = process.hrtime([seconds, nanoseconds]);
console.log('difference', s >= 0 && n >= 0 && n < 1e9);
