'use strict';
const path = require('node:path');
Error.prepareStackTrace = (error, sites) => `${error.message}: ${sites[0].getFunctionName()} ${path.basename(sites[0].getFileName())}:${sites[0].getLineNumber()}:${sites[0].getColumnNumber()}`;
function here() {
  return new Error('custom').stack;
}
console.log(here());
