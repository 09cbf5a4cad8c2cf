// The handler computes by itself. While it does, nobody else is served.
require('./serve.js')(require('./sum.js'));
