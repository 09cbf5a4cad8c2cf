'use strict';
let runs = 0;
setInterval(function () {
  console.log(++runs);
  this.close();
}, 1);
