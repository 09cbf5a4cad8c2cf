'use strict';
// What `gyre lint-regexp` finds: each of these takes a second or more on the right text.
exports.isPath = (text) => /(\/.+)+$/.test(text);
exports.isWords = (text) => /^(\w+\s?)*$/i.test(text);
exports.trimEnd = (text) => text.replace(/\s+$/, '');
exports.isNumber = (text) => new RegExp('^\\d+\\d*\\.?\\d*$').test(text);
