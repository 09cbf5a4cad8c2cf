'use strict';

// What is done after a callback was ended (--block-limit). V8 leaves all of its functions at once then, without running any
// `finally`. Where a file of the core has state of its own that such a block would put in order, it says so here.

const { neverInline } = require('internal/v8internals/natives');

const repairs = [];

// `repair` runs after each such end, before anything else of JavaScript. It calls nothing of the program.
function onEnded(repair) {
  repairs[repairs.length] = repair;
}

function repairAll() {
  for (let i = 0; i < repairs.length; i++) {
    const repair = repairs[i];
    repair();
  }
}

// Called first by functions that programs call and that change what belongs to all: queues, slots, lists of timers. V8 ends a
// callback at the next call or round of a loop after Java has found the program's code on top of the stack. That is here, at
// the latest, so such a function is run as a whole or not at all: in its middle, Java finds the core's code, and waits. (V8
// puts a function that is called often into its caller. Then the caller's next call may be in the function's middle.)
function safePoint() {}
neverInline(safePoint);

module.exports = { onEnded, repairAll, safePoint };
