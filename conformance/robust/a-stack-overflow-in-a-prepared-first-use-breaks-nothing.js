'use strict';

require('./overflow/check').check('prepared');
