'use strict';
const { URL, URLSearchParams, ...rest } = require('internal/url');
module.exports = { URL, URLSearchParams, ...rest };
