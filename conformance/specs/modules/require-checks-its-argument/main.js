'use strict';
for (const wrong of [undefined, 1, {}, '']) {
  try {
    require(wrong);
  } catch ({ name, code, message }) {
    console.log(name, code, message);
  }
}
