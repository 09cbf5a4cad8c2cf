'use strict';
const timers = require('node:timers/promises');
const report = ({ name, code, message, cause }) => console.log(name, code, message, cause?.name ?? cause);
timers.setTimeout(1000, null, { signal: AbortSignal.abort() }).catch(report);
timers.setImmediate(null, { signal: AbortSignal.abort('reason') }).catch(report);
const controller = new AbortController();
timers.setTimeout(1000, null, { signal: controller.signal }).catch(report);
(async () => {
  for await (const _ of timers.setInterval(1000, null, { signal: controller.signal }));
})().catch(report);
setImmediate(() => controller.abort());
