'use strict';
process.nextTick((...args) => console.log(args));
process.nextTick((...args) => console.log(args), 1);
process.nextTick((...args) => console.log(args), 1, 2, 3, 4, 5, { six: 6 });
