'use strict';

// Tells V8 when the program leaves something to be called later, and when that is called, so that a debugger shows whose doing
// it is: the stack of a timer's callback goes on with that of the call of setTimeout. V8 knows this of promises by itself.
//
// Each of these calls costs about a microsecond. They are made while a client wants such stacks (Debugger.setAsyncCallStackDepth).

const { openChannel } = require('internal/bridge');

let native;
let hook;
let isOn = false;

const newHook = () => require('async_hooks').createHook({
  __proto__: null,
  init(asyncId, type) { native.taskScheduled(type, asyncId); },
  before(asyncId) { native.taskStarted(asyncId); },
  after(asyncId) { native.taskFinished(asyncId); },
  destroy(asyncId) { native.taskCanceled(asyncId); },
  trackPromises: false,
});

function update() {
  if (native === undefined || native.tracksTasks() === isOn) return;
  isOn = !isOn;
  hook ??= newHook();
  if (isOn) hook.enable();
  else hook.disable();
}

// There is an inspector from now on.
function followTasks() {
  if (native === undefined) {
    native = binding('inspector');
    native.onTasks(openChannel(update));
  }
  update();
}

module.exports = { followTasks, updateTasks: update };
