undeclared = 1;
console.log(undeclared, (function () { return this === globalThis; })(), delete globalThis.undeclared);
with ({ a: 'sloppy' }) console.log(a);
