'use strict';
const EventEmitter = require('node:events');
new EventEmitter().emit('error', { not: 'an error' });
