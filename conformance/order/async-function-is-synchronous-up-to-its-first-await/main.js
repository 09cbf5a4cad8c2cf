'use strict';
async function work() {
  console.log('work begins');
  await null;
  console.log('work goes on');
}
console.log('before');
work().then(() => console.log('work is done'));
console.log('after');
