console.log({ a: 1, b: 'text', c: [true, null, undefined], d: Symbol('s'), e: () => {} });
