'use strict';

// `RegExp.$1`, `RegExp.lastMatch` and their like show the last match of anybody, the core included. Before a program's first
// statement they have to be empty.

const { RegExpPrototypeExec } = require('internal/primordials');

function forgetLastMatch() {
  RegExpPrototypeExec(/^/, '');
}

module.exports = { forgetLastMatch };
