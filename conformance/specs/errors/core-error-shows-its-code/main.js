'use strict';
require('node:path').join(1);
