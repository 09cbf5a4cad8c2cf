'use strict';
const { mock, test } = require('node:test');
const say = (text) => () => console.log(Date.now(), text);
mock.timers.enable({ now: 1000 });
setTimeout(say('20'), 20);
setTimeout(say('10'), 10);
setImmediate(say('immediate'));
const every = setInterval(say('every 15'), 15);
clearTimeout(setTimeout(say('never'), 5));
require('timers').setTimeout(say('module'), 25);
require('timers/promises').setTimeout(30, 'promised').then((value) => console.log(value));
const signal = AbortSignal.timeout(40);
console.log(new Date().toISOString(), new Date(0).toISOString(), typeof Date(), Date.isMock);
mock.timers.tick();
mock.timers.tick(14);
console.log('--');
mock.timers.tick(15);
clearInterval(every);
mock.timers.runAll();
console.log(signal.aborted);
mock.timers.setTime(5000);
console.log(Date.now());
mock.timers.reset();
console.log(Date.now() > 1e12, Date.isMock);
for (const misuse of [
  () => mock.timers.tick(), () => mock.timers.enable({ apis: ['none'] }), () => mock.timers.enable({ now: NaN }),
]) {
  try { misuse(); } catch (error) { console.log(error.code, error.message); }
}
test('timers of a test end with it', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  setTimeout(say('never'), 1);
});
