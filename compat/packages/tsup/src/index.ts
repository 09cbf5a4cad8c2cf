export interface Pair<T> { a: T; b: T }
export function double(x: number): number { return x * 2; }
export const pair = <T>(a: T): Pair<T> => ({ a, b: a });
