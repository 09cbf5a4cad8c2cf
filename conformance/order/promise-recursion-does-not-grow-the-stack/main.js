'use strict';
Error.stackTraceLimit = Infinity;
const depth = () => new Error().stack.split('\n').length;

let first;
function react(left) {
  first ??= depth();
  if (left > 0) return void Promise.resolve(left - 1).then(react);
  console.log('same depth after 100,000 reactions:', depth() === first);
}
Promise.resolve(100_000).then(react);
