'use strict';
const order = [];
Promise.resolve().then(() => Promise.resolve()).then(() => order.push('after the inner promise'));
let chain = Promise.resolve();
for (let i = 1; i <= 5; i++) chain = chain.then(() => order.push(i));
setImmediate(() => console.log(order));
