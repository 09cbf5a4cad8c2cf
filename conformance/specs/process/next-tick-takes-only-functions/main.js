'use strict';
for (const wrong of [undefined, 'text', {}]) {
  try {
    process.nextTick(wrong);
  } catch ({ name, code, message }) {
    console.log(name, code, message);
  }
}
