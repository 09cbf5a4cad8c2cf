'use strict';
function caller() {
  console.trace('here %d', 1);
}
caller();
console.trace();
