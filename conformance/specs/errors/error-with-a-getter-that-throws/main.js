'use strict';
const error = new Error('outer');
Object.defineProperty(error, 'bad', { enumerable: true, get() { throw new Error('inner'); } });
throw error;
