'use strict';
process.on('warning', ({ name, message, code, detail }) => console.log({ name, message, code, detail }));
process.emitWarning('text', { type: 'Kind', code: 'X', detail: 'more' });
