'use strict';
throw new Error('first line\n  second line\nthird line');
