'use strict';
let depth = 0;
function recurse() {
  depth++;
  recurse();
}
for (let i = 0; i < 3; i++) {
  try {
    recurse();
  } catch (error) {
    console.log(error instanceof RangeError, error.message, depth > 1000);
  }
}
