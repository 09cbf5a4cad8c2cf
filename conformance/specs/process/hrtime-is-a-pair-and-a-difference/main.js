'use strict';
const start = process.hrtime();
const [seconds, nanoseconds] = process.hrtime(start);
console.log(start.length, Number.isInteger(start[0]), seconds >= 0, nanoseconds >= 0 && nanoseconds < 1e9);
console.log(typeof process.hrtime.bigint(), process.hrtime.bigint() <= process.hrtime.bigint());
for (const wrong of [1, [1], [1, 2, 3]]) {
  try {
    process.hrtime(wrong);
  } catch ({ name, code, message }) {
    console.log(name, code, message);
  }
}
