'use strict';
const order = [];
(async () => { await Promise.resolve(); order.push('promise'); })();
(async () => { await { then: (resolve) => resolve() }; order.push('thenable'); })();
(async () => { await 1; order.push('value'); })();
Promise.resolve()
  .then(() => order.push('microtask 1'))
  .then(() => order.push('microtask 2'))
  .then(() => order.push('microtask 3'));
setImmediate(() => console.log(order));
