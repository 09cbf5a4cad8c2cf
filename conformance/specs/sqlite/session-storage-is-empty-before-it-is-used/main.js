'use strict';

console.log(sessionStorage.length, sessionStorage.key(0), sessionStorage.getItem('a'), sessionStorage.a, 'a' in sessionStorage);
console.log(Object.keys(sessionStorage), Object.getOwnPropertyDescriptor(sessionStorage, 'a'), delete sessionStorage.a);
sessionStorage.removeItem('a');
sessionStorage.clear();
sessionStorage.a = 1;
console.log(sessionStorage.length, sessionStorage.key(0), sessionStorage.getItem('a'), sessionStorage.a, 'a' in sessionStorage);
sessionStorage.clear();
console.log(sessionStorage.length, Object.keys(sessionStorage), 'a' in sessionStorage);
