'use strict';
const immediate = setImmediate(() => {});
console.log(immediate.constructor.name, immediate.hasRef(), immediate.unref() === immediate, immediate.hasRef(), immediate.ref() === immediate);
clearImmediate(immediate);
console.log(immediate._destroyed, typeof immediate[Symbol.dispose], immediate.hasRef());
