// cause: SYNCHRONOUS_CALL crypto.pbkdf2Sync
const crypto = require('node:crypto');
const begin = Date.now();
crypto.pbkdf2Sync('secret', 'salt', 20_000, 64, 'sha512');
const perMs = 20_000 / Math.max(1, Date.now() - begin);
setTimeout(() => {
  crypto.pbkdf2Sync('secret', 'salt', Math.ceil(perMs * blockMs), 64, 'sha512'); // here
}, 20);
