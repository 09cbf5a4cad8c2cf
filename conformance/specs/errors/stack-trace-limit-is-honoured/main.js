'use strict';
Error.stackTraceLimit = 1;
function a() { b(); }
function b() { c(); }
function c() { console.log(new Error('one frame').stack); }
a();
Error.stackTraceLimit = 0;
console.log(new Error('no frames').stack);
