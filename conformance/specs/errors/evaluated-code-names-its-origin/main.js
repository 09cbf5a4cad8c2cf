'use strict';
function run() {
  eval('throw new Error("in eval")');
}
try {
  run();
} catch (error) {
  console.log(error.stack);
}
const made = new Function('a', 'throw new Error("in a function of text")');
made();
