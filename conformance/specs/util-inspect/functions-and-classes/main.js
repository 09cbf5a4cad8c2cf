'use strict';
const anonymous = (() => () => {})();
console.log([function named() {}, () => {}, anonymous, async () => {}, function* generator() {}, async function* both() {}]);
console.log(Object.assign(() => {}, { a: 1 }), { method() {}, get accessor() { return 1; }, set accessor(v) {}, get only() { return 1; }, set just(v) {} });
console.log(Math.max, class Foo {}, class Bar extends Array { static x = 1; });
console.log(Object.setPrototypeOf(function bare() {}, null));
