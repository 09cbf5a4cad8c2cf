'use strict';
function first() {
  second('argument');
}
function second(value) {
  throw new Error(`no good: ${value}`);
}
first();
