'use strict'; throw new Error('not found by the patterns');
