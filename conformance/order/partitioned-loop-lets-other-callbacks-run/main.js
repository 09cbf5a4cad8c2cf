'use strict';
function asyncAverage(n, callback) {
  let sum = 0;
  function step(i) {
    sum += i;
    if (i === n) return callback(sum / n);
    setImmediate(step, i + 1);
  }
  step(1);
}

let turns = 0;
function count() {
  turns++;
  if (turns < 50) setImmediate(count);
}
count();
asyncAverage(100, (average) => console.log('average', average, 'with', turns, 'other turns meanwhile'));
