'use strict';

// What the folder url offers other core modules, under one name.

const { URL, hrefOf, isURL, isURLInstance } = require('internal/url/url');
const { URLSearchParams } = require('internal/url/search_params');
const file = require('internal/url/file');

module.exports = {
  ...file,
  URL,
  URLParse: URL.parse,
  URLSearchParams,
  getURLHref: hrefOf,
  getURLOrigin: (url) => new URL(url).origin,
  isURL,
  isURLInstance,
};
