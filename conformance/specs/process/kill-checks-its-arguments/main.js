'use strict';
console.log(process.kill(process.pid, 0));
for (const args of [['text', 0], [process.pid, 'SIGNOTHING'], [2 ** 30, 0]]) {
  try {
    process.kill(...args);
  } catch ({ name, code, message }) {
    console.log(name, code, message);
  }
}
