'use strict';
clearTimeout(+setTimeout(() => console.log('never'), 1));
clearTimeout(String(+setTimeout(() => console.log('never'), 1)));
setTimeout(() => console.log('done'), 10);
