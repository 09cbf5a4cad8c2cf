const path: typeof import('path') = require('path');
module.exports = path.basename(__filename) as string;
