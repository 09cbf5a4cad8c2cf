'use strict';
const numbers = (object) => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, typeof value]));
console.log(numbers(process.memoryUsage()), typeof process.memoryUsage.rss());
console.log(numbers(process.cpuUsage()), numbers(process.cpuUsage(process.cpuUsage())));
console.log(numbers(process.resourceUsage()));
console.log(process.uptime() > 0, process.memoryUsage().rss > 1e6, process.cpuUsage().user > 0);
