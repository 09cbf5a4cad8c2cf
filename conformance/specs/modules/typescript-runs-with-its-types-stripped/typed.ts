interface Pair { a: number; b: number }
export const sum = (a: number, b: number): number => a + b;
export default ({ a: 1, b: 2 } satisfies Pair) as Pair;
