'use strict';
const timer = setTimeout(() => {}, 1000);
console.log(timer.constructor.name, timer.hasRef(), timer.unref() === timer, timer.hasRef(), timer.ref() === timer, timer.refresh() === timer);
console.log(typeof timer[Symbol.toPrimitive](), Number.isInteger(+timer), typeof timer[Symbol.dispose]);
console.log(timer.close() === timer, timer._destroyed, timer.hasRef());
console.log(Object.getOwnPropertyNames(Object.getPrototypeOf(timer)).sort());
