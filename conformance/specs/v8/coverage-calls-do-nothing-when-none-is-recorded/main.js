'use strict';
const v8 = require('v8');
console.log(v8.takeCoverage(), v8.stopCoverage(), v8.takeCoverage.length, v8.stopCoverage.name);
