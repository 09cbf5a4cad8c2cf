'use strict';
Promise.reject({ code: 1 });
