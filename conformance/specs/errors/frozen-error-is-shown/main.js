'use strict';
throw Object.freeze(new Error('frozen'));
