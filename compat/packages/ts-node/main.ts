enum Color { Red, Green }
class A { constructor(readonly x: number) {} }
console.log(Color[1], new A(2).x);
