'use strict';
console.log(new Date(0).getHours());
process.env.TZ = 'Asia/Tokyo';
console.log(new Date(0).getHours());
process.env.TZ = 'UTC';
console.log(new Date(0).getHours());
