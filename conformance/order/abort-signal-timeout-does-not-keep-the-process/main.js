'use strict';
AbortSignal.timeout(10_000).addEventListener('abort', () => console.log('never'));
process.on('exit', () => console.log('exit'));
