'use strict';
const a = setTimeout(console.log, 10, 'a');
setTimeout(console.log, 10, 'b');
setTimeout(console.log, 10, 'c');
a.refresh();
