'use strict';
async function steps(name) {
  for (let i = 1; i <= 3; i++) {
    console.log(name, i);
    await null;
  }
}
steps('a');
steps('b');
process.nextTick(() => console.log('tick'));
