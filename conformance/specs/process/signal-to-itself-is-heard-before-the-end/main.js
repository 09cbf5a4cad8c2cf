'use strict';
// Nothing keeps the process but one immediate: the signals have to be there by then.
for (const name of ['SIGINT', 'SIGTERM', 'SIGUSR2']) {
  process.once(name, (signal, number) => console.log(signal, number));
  process.kill(process.pid, name);
}
console.log('sent');
setImmediate(() => {});
