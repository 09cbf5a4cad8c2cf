test('fails', () => expect({ a: 1 }).toEqual({ a: 2 }));
