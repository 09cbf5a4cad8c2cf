'use strict';
const error = new Error('message');
error.stack = 'a stack of my own';
throw error;
