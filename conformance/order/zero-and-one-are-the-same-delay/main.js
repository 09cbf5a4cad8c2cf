'use strict';
setTimeout(console.log, 1, 'one, set first');
setTimeout(console.log, 0, 'zero, set second');
setTimeout(console.log, undefined, 'none, set third');
setTimeout(console.log, 1, 'one, set fourth');
