export enum Color { Red, Green }
export class A<T> { constructor(readonly x: T) {} }
const wrong: number = "text";
