'use strict';
const rejected = Promise.reject('reason');
rejected.catch(() => {});
console.log(Promise.resolve({ a: 1 }), rejected, new Promise(() => {}));
