'use strict';
const timers = require('node:timers/promises');
(async () => {
  console.log(await timers.setTimeout(1, 'timeout'), await timers.setImmediate('immediate'), await timers.setTimeout(1), await timers.scheduler.wait(1), await timers.scheduler.yield());
})();
