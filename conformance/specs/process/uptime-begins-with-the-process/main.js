'use strict';
// A process that has just begun is young, wherever in a second the system was booted.
const seconds = process.uptime();
console.log(seconds > 0, seconds - performance.now() / 1000 < 0.4);
setTimeout(() => console.log(process.uptime() - seconds >= 0.009), 10);
