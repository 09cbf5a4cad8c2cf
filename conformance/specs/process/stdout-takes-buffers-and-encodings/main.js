'use strict';
process.stdout.write(Buffer.from('buffer ü\n'));
process.stdout.write(new Uint8Array([104, 105, 10]));
process.stdout.write('68656c6c6f0a', 'hex');
process.stdout.write('text ü€😀\n', 'utf8', (error) => console.log('callback', error));
try {
  process.stdout.write(5);
} catch ({ code }) {
  console.log(code);
}
