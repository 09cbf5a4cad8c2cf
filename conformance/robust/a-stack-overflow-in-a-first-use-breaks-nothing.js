'use strict';

require('./overflow/check').check('plain');
