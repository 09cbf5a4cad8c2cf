'use strict';
Promise.reject('just text');
