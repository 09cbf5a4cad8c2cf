'use strict';
class A { x = 1; #hidden = 2; }
class B extends A { get y() { return 3; } static s = 4; }
class Empty {}
console.log(new A(), new B(), new Empty(), A, B, class {}, class extends A {});
console.log(Object.create(A.prototype), Object.create({}), Object.create(null), Object.create(Object.create(null)));
console.log(Object.setPrototypeOf({ a: 1 }, null), Object.setPrototypeOf(new A(), null));
function Old() { this.v = 1; }
console.log(new Old(), Old.prototype, B.prototype);
