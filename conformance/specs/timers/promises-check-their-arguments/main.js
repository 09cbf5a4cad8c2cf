'use strict';
const timers = require('node:timers/promises');
const report = ({ name, code, message }) => console.log(name, code, message);
(async () => {
  await timers.setTimeout('1').catch(report);
  await timers.setTimeout(1, null, 'options').catch(report);
  await timers.setTimeout(1, null, { signal: {} }).catch(report);
  await timers.setTimeout(1, null, { ref: 1 }).catch(report);
  await timers.setImmediate(null, 5).catch(report);
})();
