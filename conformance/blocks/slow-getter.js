// cause: COMPUTATION
const util = require('node:util');
const slow = {
  get value() {
    const end = Date.now() + blockMs;
    while (Date.now() < end); // here
    return 1;
  },
};
setTimeout(() => util.inspect(slow, { getters: true }), 20);
