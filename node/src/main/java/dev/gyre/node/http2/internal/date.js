'use strict';

// The value of the date header, formatted once a second.

const { Date, DatePrototypeToUTCString, MathFloor } = require('internal/primordials');
const bridge = require('internal/bridge');
const { WALL_NOW } = require('internal/layout').ControlTime;

let second = -1;
let text = '';

function utcDate() {
  const now = bridge.words.f64[WALL_NOW];
  const current = MathFloor(now / 1000);
  if (current !== second) {
    text = DatePrototypeToUTCString(new Date(now));
    second = current;
  }
  return text;
}

module.exports = { utcDate };
