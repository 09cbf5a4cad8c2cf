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

// ---- the end of the stack
//
// Every call can throw a stack overflow, also within a deep recursion of the program, and so can the end of a loop's body: V8
// calls a function there from time to time. Code that changes several related fields therefore calls nothing between the first
// and the last change, or makes sure first that there is stack for what it calls.

function take() {}
neverInline(take);

// Throws the stack overflow, if there is to be one: the arguments take 1 KB, more than V8's own calls and those of a few small
// functions.
function reserveStack() {
  take(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
neverInline(reserveStack);

// So many times 4 KB. V8 looks at the beginning of a call whether there is stack for all that the function may ever put there, so
// the arguments take their room without being made.
function reserveFrames(number) {
  if (number > 0) {
    reserveFrames(number - 1);
  } else if (number < 0) {
    take(
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
    );
  }
}
neverInline(reserveFrames);

// The same before V8 compiles in a native call, with some 48 KB for the frames of Java. The call would make text of the overflow
// that V8's parser throws, far beyond the end of the stack, where V8 ends the process.
function reserveStackToCompile() {
  reserveFrames(12);
}

// Whether there are some 16 KB of it, for work that can as well be done later.
function hasStack() {
  try {
    reserveFrames(4);
    return true;
  } catch {
    return false;
  }
}

module.exports = { hasStack, onEnded, repairAll, reserveStack, reserveStackToCompile, safePoint };
