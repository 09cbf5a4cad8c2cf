'use strict';
const { mock } = require('node:test');

mock.timers.enable();
for (const timer of [setTimeout(() => {}, 1), setInterval(() => {}, 1), setImmediate(() => {})]) {
  console.log(timer.constructor.name, typeof timer.ref, typeof timer.unref, typeof timer.refresh, typeof timer.close, `${Number(timer)}`);
  console.log(typeof timer[Symbol.dispose], typeof timer[Symbol.toPrimitive], timer.hasRef(), timer.ref() === timer);
}
