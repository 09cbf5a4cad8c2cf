process.on('warning', ({ message }) => console.log('still heard:', message));
process.emitWarning('silent');
