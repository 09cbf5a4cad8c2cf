'use strict';
exports.primeOfGroup = () => undefined;
