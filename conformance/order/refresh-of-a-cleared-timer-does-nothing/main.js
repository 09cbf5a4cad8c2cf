'use strict';
const timer = setTimeout(() => console.log('never'), 1);
clearTimeout(timer);
timer.refresh();
setTimeout(() => console.log('done'), 10);
