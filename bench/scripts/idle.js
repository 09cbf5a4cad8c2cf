'use strict';
// Nothing to do for three seconds: the process should not wake up once.
setTimeout(() => {}, 3000);
