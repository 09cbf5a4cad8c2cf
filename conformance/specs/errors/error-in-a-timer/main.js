'use strict';
setTimeout(function onTimer() {
  throw new Error('in a timer');
}, 1);
