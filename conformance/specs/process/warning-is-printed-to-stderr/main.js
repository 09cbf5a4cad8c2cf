'use strict';
process.emitWarning('plain');
process.emitWarning('typed', 'CustomWarning');
process.emitWarning('with a code', 'CustomWarning', 'CODE1');
process.emitWarning('with a detail', { type: 'CustomWarning', code: 'CODE2', detail: 'the detail' });
process.emitWarning(new Error('from an error'));
