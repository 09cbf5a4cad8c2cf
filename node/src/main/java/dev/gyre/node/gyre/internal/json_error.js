'use strict';

// The SyntaxError that JSON.parse would throw for the whole text, made from a part of it.
//
// V8's messages depend on what is wrong, which a part of the text shows as well if it comes after a prefix that puts the parser
// in the same state (json_parser's Failure), and on three things that don't: the position, the line and column, and the ten
// characters before and behind a wrong token. Those are put in here.

const {
  JSONParse, MathMax, RegExpPrototypeExec, StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeStartsWith, SyntaxError,
  isolated,
} = require('internal/primordials');
const { codes: { ERR_INTERNAL_ASSERTION } } = require('internal/errors');

const CONTEXT_CHARS = 10; // V8 shows so many on either side of a wrong token
const POSITION = /^([^]* at position )(\d+)( \(line \d+ column \d+\))?$/;
const LINE_TERMINATORS = ['\n', '\r'];

// Counts the lines of text that comes in parts, as V8 does.
const LineCounter = isolated(class LineCounter {
  line = 1;
  lineStart = 0;
  position = 0;
  #endsWithReturn = false;

  read(text) {
    if (text.length === 0) return;
    // A line feed that belongs to the carriage return before it does not begin another line.
    if (this.#endsWithReturn && text[0] === '\n') this.line--;
    this.#endsWithReturn = text[text.length - 1] === '\r';
    let lastEnd = -1;
    for (let i = 0; i < LINE_TERMINATORS.length; i++) {
      const terminator = LINE_TERMINATORS[i];
      for (let at = StringPrototypeIndexOf(text, terminator); at !== -1; at = StringPrototypeIndexOf(text, terminator, at + 1)) {
        if (terminator === '\r' && text[at + 1] === '\n') continue;
        this.line++;
        if (at > lastEnd) lastEnd = at;
      }
    }
    if (lastEnd !== -1) this.lineStart = this.position + lastEnd + 1;
    this.position += text.length;
  }
});

function messageFor(text) {
  try {
    JSONParse(text);
  } catch (error) {
    return error.message;
  }
  return undefined;
}

const isAboutToken = (message) => message !== undefined && StringPrototypeStartsWith(message, 'Unexpected token ');

// The position of a wrong token, which V8 does not tell: the shortest text that has it ends with it.
function positionOfToken(text) {
  let low = 0; // no error within so many characters
  let high = text.length; // the error is within these
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (isAboutToken(messageFor(StringPrototypeSlice(text, 0, middle)))) high = middle;
    else low = middle;
  }
  return high - 1;
}

// What is wrong, and where, as a position in the parser's text; undefined if the message tells no place.
function diagnose(failure, text) {
  const { prefix, from, to } = failure;
  const sample = prefix + StringPrototypeSlice(text, from, to);
  const message = messageFor(sample);
  if (message === undefined) throw new ERR_INTERNAL_ASSERTION(`JSON.parse takes what was refused in a piece: ${prefix} ${from} ${to}`);
  const offset = from - prefix.length;
  if (isAboutToken(message)) return { message, position: offset + positionOfToken(sample), before: undefined, hasLine: false };
  const match = RegExpPrototypeExec(POSITION, message);
  if (match === null) return { message, position: undefined, before: undefined, hasLine: false };
  return { message, position: offset + +match[2], before: match[1], hasLine: match[3] !== undefined };
}

// How much text must be there to tell what stands around the position. A text of no more than twice the context is shown whole.
const endOfContext = ({ position }) => MathMax(position + CONTEXT_CHARS, 2 * CONTEXT_CHARS) + 1;

// `lines` has read everything before the position. `base` is the position of the text in the whole.
function errorFor({ message, position, before, hasLine }, text, base, lines) {
  if (position === undefined) return new SyntaxError(message);
  const whole = base + position;
  if (before !== undefined) {
    return new SyntaxError(`${before}${whole}${hasLine ? ` (line ${lines.line} column ${whole - lines.lineStart + 1})` : ''}`);
  }
  const token = text[position];
  if (base === 0 && text.length <= 2 * CONTEXT_CHARS) return new SyntaxError(`Unexpected token '${token}', "${text}" is not valid JSON`);
  const isNearStart = whole < CONTEXT_CHARS;
  const isNearEnd = position >= text.length - CONTEXT_CHARS;
  const shown = StringPrototypeSlice(text, isNearStart ? 0 : position - CONTEXT_CHARS, position + CONTEXT_CHARS);
  const start = isNearStart ? '' : '...';
  const end = isNearStart || !isNearEnd ? '...' : '';
  return new SyntaxError(`Unexpected token '${token}', ${start}"${shown}"${end} is not valid JSON`);
}

module.exports = { LineCounter, diagnose, endOfContext, errorFor };
