import type { Pair } from './typed.ts';
import { sum } from './typed.ts';
export const three: number = sum(1, 2);
export function id<T>(value: T): T { return value; }
