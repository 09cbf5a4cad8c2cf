'use strict';
const order = [];
(async () => Promise.resolve())().then(() => order.push('returned a promise'));
(async () => {})().then(() => order.push('returned nothing'));
let chain = Promise.resolve();
for (let i = 1; i <= 5; i++) chain = chain.then(() => order.push(i));
setImmediate(() => console.log(order));
