/** A color. */
export enum Color { Red, Green }
/** Adds. @param a one @param b two */
export function add(a: number, b: number): number { return a + b; }
