'use strict';
module.exports = { typescript: () => undefined };
