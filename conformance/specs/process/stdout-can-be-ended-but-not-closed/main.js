process.stdout.on('close', () => console.error('close'));
process.stdout.destroy();
process.stdout.write('still here\n');
process.stdout.end('last words\n', () => console.error('finished', process.stdout.writableEnded));
process.stdout.on('error', (err) => console.error(err.code));
setTimeout(() => process.stdout.write('too late'), 10);
