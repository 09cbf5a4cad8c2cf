'use strict';
const timeout = setTimeout(function () { console.log(this === timeout); }, 1);
const immediate = setImmediate(function () { console.log(this === immediate); });
process.nextTick(function () { console.log(this === undefined); });
queueMicrotask(function () { console.log(this === undefined); });
