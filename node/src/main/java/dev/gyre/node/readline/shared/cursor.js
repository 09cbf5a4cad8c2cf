'use strict';

// Escape sequences that move the cursor and clear the screen.

const { NumberIsNaN } = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_VALUE, ERR_INVALID_CURSOR_POS } } = require('internal/errors');
const { validateFunction } = require('internal/validators');

const ESCAPE = '\x1b[';
const CLEAR_TO_START = `${ESCAPE}1K`;
const CLEAR_TO_END = `${ESCAPE}0K`;
const CLEAR_LINE = `${ESCAPE}2K`;
const CLEAR_DOWN = `${ESCAPE}0J`;

function checkCallback(callback) {
  if (callback !== undefined) validateFunction(callback, 'callback');
}

function nothingToDo(callback) {
  if (typeof callback === 'function') process.nextTick(callback, null);
  return true;
}

function cursorTo(stream, x, y, callback) {
  checkCallback(callback);
  if (typeof y === 'function') ({ 0: callback, 1: y } = [y, undefined]);
  if (NumberIsNaN(x)) throw new ERR_INVALID_ARG_VALUE('x', x);
  if (NumberIsNaN(y)) throw new ERR_INVALID_ARG_VALUE('y', y);
  if (stream == null || (typeof x !== 'number' && typeof y !== 'number')) return nothingToDo(callback);
  if (typeof x !== 'number') throw new ERR_INVALID_CURSOR_POS();
  const place = typeof y === 'number' ? `${y + 1};${x + 1}H` : `${x + 1}G`;
  return stream.write(ESCAPE + place, callback);
}

function moveCursor(stream, dx, dy, callback) {
  checkCallback(callback);
  if (stream == null || !(dx || dy)) return nothingToDo(callback);
  let moves = '';
  if (dx) moves += ESCAPE + (dx < 0 ? `${-dx}D` : `${dx}C`);
  if (dy) moves += ESCAPE + (dy < 0 ? `${-dy}A` : `${dy}B`);
  return stream.write(moves, callback);
}

// dir: -1 left of the cursor, 1 right of it, 0 all of the line
function clearLine(stream, dir, callback) {
  checkCallback(callback);
  if (stream == null) return nothingToDo(callback);
  return stream.write(dir < 0 ? CLEAR_TO_START : dir > 0 ? CLEAR_TO_END : CLEAR_LINE, callback);
}

function clearScreenDown(stream, callback) {
  checkCallback(callback);
  if (stream == null) return nothingToDo(callback);
  return stream.write(CLEAR_DOWN, callback);
}

module.exports = { clearLine, clearScreenDown, cursorTo, moveCursor };
