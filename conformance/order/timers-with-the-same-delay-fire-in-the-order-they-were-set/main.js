'use strict';
setTimeout(console.log, 5, 'first');
setTimeout(console.log, 10, 'later');
setTimeout(console.log, 5, 'second');
setTimeout(console.log, 5, 'third');
