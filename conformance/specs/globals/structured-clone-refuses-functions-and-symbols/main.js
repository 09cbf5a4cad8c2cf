'use strict';
for (const value of [() => {}, Symbol('s'), { f() {} }, new WeakMap(), Promise.resolve()]) {
  try {
    structuredClone(value);
  } catch (error) {
    console.log(error.constructor.name, error.name, error.code, error.message);
  }
}
try {
  structuredClone();
} catch ({ name, code, message }) {
  console.log(name, code, message);
}
