import { expect, test, vi } from 'vitest';
import { sum } from './sum.js';
test('adds', () => expect(sum(1, 2)).toBe(3));
test('a mock', () => { const f = vi.fn(() => 1); f(2); expect(f).toHaveBeenCalledWith(2); });
test('timers', () => { vi.useFakeTimers(); const f = vi.fn(); setTimeout(f, 1000); vi.advanceTimersByTime(1000); expect(f).toHaveBeenCalledTimes(1); });
