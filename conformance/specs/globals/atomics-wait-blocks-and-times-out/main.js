'use strict';
const cell = new Int32Array(new SharedArrayBuffer(4));
console.log(Atomics.wait(cell, 0, 1), Atomics.wait(cell, 0, 0, 5), Atomics.notify(cell, 0));
