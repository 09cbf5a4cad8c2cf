'use strict';
require('node:fs').readFileSync('/no/such/file');
