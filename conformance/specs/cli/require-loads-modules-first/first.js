console.log('first');
globalThis.order = ['first'];
