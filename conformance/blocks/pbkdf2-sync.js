// cause: SYNCHRONOUS_CALL crypto.pbkdf2Sync
const crypto = require('node:crypto');
const before = process.threadCpuUsage();
crypto.pbkdf2Sync('secret', 'salt', 5_000, 64, 'sha512');
const perMs = 5_000_000 / Math.max(100, process.threadCpuUsage(before).user);
setTimeout(() => {
  crypto.pbkdf2Sync('secret', 'salt', Math.ceil(perMs * blockMs), 64, 'sha512'); // here
}, 20);
