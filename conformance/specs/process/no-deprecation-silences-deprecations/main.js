'use strict';
process.noDeprecation = true;
process.emitWarning('silent', 'DeprecationWarning');
process.emitWarning('loud');
