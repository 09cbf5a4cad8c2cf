'use strict';

// The Date header, formatted once a second.

const { Date, DatePrototypeToUTCString, MathFloor } = require('internal/primordials');
const bridge = require('internal/bridge');
const { WALL_NOW } = require('internal/layout').ControlTime;

let second = -1;
let line = '';

function dateLine() {
  const now = bridge.words.f64[WALL_NOW]; // the turn's time: reading it needs neither a crossing nor a system call
  const current = MathFloor(now / 1000);
  if (current !== second) {
    line = `Date: ${DatePrototypeToUTCString(new Date(now))}\r\n`;
    second = current;
  }
  return line;
}

module.exports = { dateLine };
