// cause: COMPUTATION
const util = require('node:util');
const slow = {
  get value() {
      while (!isOver()); // here
    return 1;
  },
};
setTimeout(() => util.inspect(slow, { getters: true }), 20);
