'use strict';
void module.parent;
console.log('told');
