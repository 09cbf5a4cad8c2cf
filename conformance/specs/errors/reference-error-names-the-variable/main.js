'use strict';
console.log(notDefined);
