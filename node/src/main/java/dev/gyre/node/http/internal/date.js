'use strict';

// The Date header: made once a second.

const bridge = require('internal/bridge');

let second = -1;
let text = '';

function utcDate() {
  const now = bridge.words.f64[bridge.WALL_NOW]; // of the turn: no crossing, no system call
  const current = Math.floor(now / 1000);
  if (current !== second) {
    second = current;
    text = new Date(now).toUTCString();
  }
  return text;
}

module.exports = { utcDate };
