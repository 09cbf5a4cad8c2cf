import text from './some.txt' with { type: 'text' };
console.log(JSON.stringify(text), (await import('./some.json', { with: { type: 'text' } })).default.length);
await import('./some.txt').catch((error) => console.log(error.code));
await import('./some.txt', { with: { type: 'bytes' } }).catch((error) => console.log(error.code));
await import('data:text/plain,x', { with: { type: 'text' } }).then(console.log, (error) => console.log(error.code));
