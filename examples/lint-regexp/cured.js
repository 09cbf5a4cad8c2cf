'use strict';
// The same without a text that makes them slow.
exports.isPath = (text) => /^[^/]*\/./.test(text.split(/[\n\r\u2028\u2029]/).at(-1));
exports.isWords = (text) => /^(?:\w+(?:\s\w+)*\s?)?$/i.test(text);
exports.trimEnd = (text) => text.trimEnd();
exports.isNumber = (text) => /^\d+(?:\.\d*)?$/.test(text);
