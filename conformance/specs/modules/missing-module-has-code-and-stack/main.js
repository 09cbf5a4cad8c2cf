'use strict';
for (const name of ['./missing', '/no/such/file.js', 'no-such-package', 'no-such-package/sub', '../missing/']) {
  try {
    require(name);
  } catch ({ name, code, message, requireStack }) {
    console.log(name, code, message, requireStack);
  }
}
