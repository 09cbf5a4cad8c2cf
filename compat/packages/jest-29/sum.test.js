const { sum } = require('./sum');
test('adds', () => expect(sum(1, 2)).toBe(3));
test.each([[1, 1, 2], [2, 3, 5]])('%i + %i', (a, b, c) => expect(sum(a, b)).toBe(c));
test('a mock', () => { const f = jest.fn(() => 1); f(2); expect(f).toHaveBeenCalledWith(2); });
test('timers', () => { jest.useFakeTimers(); const f = jest.fn(); setTimeout(f, 1000); jest.advanceTimersByTime(1000); expect(f).toHaveBeenCalledTimes(1); });
test('a snapshot', () => expect({ a: [1, { b: 2 }] }).toMatchInlineSnapshot(`
{
  "a": [
    1,
    {
      "b": 2,
    },
  ],
}
`));
