'use strict';

// RegExp.$1 to $9 are of the last match of the process. The REPL's own matches come between two lines of the user, so what
// the first one left is put back for the second.

const { ArrayPrototypeJoin, RegExp, RegExpPrototypeExec } = require('internal/primordials');

const NAMES = ['$1', '$2', '$3', '$4', '$5', '$6', '$7', '$8', '$9'];
const NINE = /^([^\0]*)\0([^\0]*)\0([^\0]*)\0([^\0]*)\0([^\0]*)\0([^\0]*)\0([^\0]*)\0([^\0]*)\0([^\0]*)$/;

const saved = ['', '', '', '', '', '', '', '', ''];

function keepingMatch(run) {
  RegExpPrototypeExec(NINE, ArrayPrototypeJoin(saved, '\0'));
  try {
    return run();
  } finally {
    for (let i = 0; i < NAMES.length; i++) saved[i] = RegExp[NAMES[i]];
  }
}

module.exports = { keepingMatch };
