'use strict';
function add(a, b) {
  const sum = a + b;
  return sum;
}
let total = 1;
total = add(total, 2);
total = add(total, 3);
console.log('total', total);
