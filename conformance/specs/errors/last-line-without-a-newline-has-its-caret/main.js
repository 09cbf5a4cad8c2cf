'use strict'; throw new Error('one line');
