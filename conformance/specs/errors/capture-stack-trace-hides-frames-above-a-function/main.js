'use strict';
function check() {
  const holder = { name: 'Holder' };
  Error.captureStackTrace(holder, check);
  return holder.stack;
}
function caller() {
  return check();
}
console.log(caller());
