'use strict';
let reactions = 0;
setTimeout(() => console.log('timer after', reactions, 'reactions'), 1);
setImmediate(() => console.log('immediate after', reactions, 'reactions'));

const end = Date.now() + 20;
function react() {
  reactions++;
  if (Date.now() < end) return Promise.resolve().then(react);
  reactions = 'all';
}
react();
