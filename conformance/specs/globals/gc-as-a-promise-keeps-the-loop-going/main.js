'use strict';
const far = setInterval(() => {}, 2 ** 31 - 1);
setImmediate(() => {
  gc({ execution: 'async' }).then((value) => {
    console.log('collected', value);
    clearInterval(far);
    gc({ execution: 'async' }).then(() => console.log('collected again'));
  });
});
