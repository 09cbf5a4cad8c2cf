'use strict';
for (let i = 0; i < 10; i++) setTimeout(console.log, 0, i);
