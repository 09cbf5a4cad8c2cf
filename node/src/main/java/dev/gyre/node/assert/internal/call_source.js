'use strict';

// The source text of the call of a failing assertion, for its message:
//
//   if (a) { w.assert.ok(a.b === (c), null); }
//            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//
// V8 gives file, line and the column of the called name (`ok`, or the parenthesis after `assert['ok']`). From there a member
// chain is followed to the left, and parentheses to the right, skipping strings, templates, regular expressions and
// comments. Only that one line is read: of a call over several lines the first is shown.

const {
  NumberPrototypeToString, RegExp, RegExpPrototypeExec, RegExpPrototypeSymbolSplit, StringPrototypeCharCodeAt,
  StringPrototypeIndexOf, StringPrototypePadStart, StringPrototypeSlice, StringPrototypeStartsWith,
  StringPrototypeTrimEnd, StringRaw, replacePattern,
} = require('internal/primordials');
const { callSites } = require('internal/util/call_sites');
const { lineFromEngine } = require('internal/v8internals/script_lines');

const name = StringRaw`[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*`;
const index = StringRaw`\[\s*(?:'[^'\\]*'|"[^"\\]*"|\d+|${name}(?:\.${name})*)\s*\]`;
// At the end of the text before the call: a.b['c']. or a?.b[i]
const memberChain = new RegExp(
  StringRaw`(?<![\p{ID_Continue}$.]\s*|#)${name}(?:\s*(?:\?\.\s*)?${index}|\s*\??\.\s*${name})*` +
  StringRaw`(?:\s*\??\.\s*|(?<=\])\s*(?:\?\.\s*)?)$`, 'u');
const keywordBeforeRegExp =
  /(?:^|[^\w$.])(?:return|typeof|case|in|of|delete|void|throw|new|instanceof|do|else|yield|await)$/;

function sourceLine(site) {
  const line = site.getLineNumber();
  const text = sourceText(site.getFileName());
  return text === undefined ? lineFromEngine(site) : RegExpPrototypeSymbolSplit(/\r\n|[\n\r\u2028\u2029]/, text, line)[line - 1];
}

function sourceText(file) {
  if (typeof file !== 'string') return undefined;
  if (file === '[eval]' || file === '[stdin]') return process._eval;
  const path = StringPrototypeStartsWith(file, 'file:') ? require('url').fileURLToPath(file) : file;
  if (!require('path').isAbsolute(path)) return undefined;
  let text;
  try {
    text = require('fs').readFileSync(path, 'utf8');
  } catch {
    // The failed assertion is more important than a file that can't be read any more.
    return undefined;
  }
  return StringPrototypeCharCodeAt(text, 0) === 0xfeff ? StringPrototypeSlice(text, 1) : text;
}

// ---- to the right

function endOfQuoted(line, start) {
  for (let i = start + 1; i < line.length; i++) {
    if (line[i] === '\\') i++;
    else if (line[i] === line[start]) return i;
  }
  return line.length;
}

function endOfRegExp(line, start) {
  let inClass = false;
  for (let i = start + 1; i < line.length; i++) {
    if (line[i] === '\\') i++;
    else if (line[i] === '[') inClass = true;
    else if (line[i] === ']') inClass = false;
    else if (line[i] === '/' && !inClass) return i;
  }
  return line.length;
}

function endOfTemplate(line, start) {
  for (let i = start + 1; i < line.length; i++) {
    if (line[i] === '\\') {
      i++;
    } else if (line[i] === '`') {
      return i;
    } else if (line[i] === '$' && line[i + 1] === '{') {
      i = endOfCode(line, i + 2, '{', '}', 1);
    }
  }
  return line.length;
}

function endOfSlash(line, start, codeBefore) {
  if (line[start + 1] === '/') return line.length;
  if (line[start + 1] === '*') {
    const end = StringPrototypeIndexOf(line, '*/', start + 2);
    return end === -1 ? line.length : end + 1;
  }
  const before = StringPrototypeTrimEnd(codeBefore);
  const divides = RegExpPrototypeExec(/[\p{ID_Continue}$)\]}'"`]$/u, before) !== null && RegExpPrototypeExec(keywordBeforeRegExp, before) === null;
  return divides ? start : endOfRegExp(line, start);
}

/** Index of the closing bracket at `depth` open ones; or of a semicolon outside of all. */
function endOfCode(line, start, open, close, depth) {
  for (let i = start; i < line.length; i++) {
    const char = line[i];
    if (char === "'" || char === '"') i = endOfQuoted(line, i);
    else if (char === '`') i = endOfTemplate(line, i);
    else if (char === '/') i = endOfSlash(line, i, StringPrototypeSlice(line, start, i));
    else if (char === open) depth++;
    else if (char === close && --depth === 0) return i;
    else if (char === ';' && depth === 0) return i - 1;
  }
  return line.length;
}

function callExpression(line, column) {
  const chain = RegExpPrototypeExec(memberChain, StringPrototypeSlice(line, 0, column));
  const start = chain === null || RegExpPrototypeExec(/^(?:this|super)\b/, chain[0]) !== null ? column : chain.index;
  return StringPrototypeSlice(line, start, endOfCode(line, column, '(', ')', 0) + 1);
}

// Control characters would garble the terminal; line breaks and tabs keep the layout.
const controlCharacters = /[\x00-\x08\x0b\x0c\x0e-\x1f]/g;

function escaped(char) {
  if (char === '\b') return '\\b';
  if (char === '\f') return '\\f';
  return `\\u${StringPrototypePadStart(NumberPrototypeToString(StringPrototypeCharCodeAt(char, 0), 16), 4, '0')}`;
}

/** The text of the running call of `fn`, or undefined if its source is not available. */
function sourceOfCall(fn) {
  const { 0: site } = callSites(1, fn);
  const line = site === undefined ? undefined : sourceLine(site);
  if (line === undefined) return undefined;
  return replacePattern(controlCharacters, callExpression(line, site.getColumnNumber() - 1), escaped) || undefined;
}

module.exports = { sourceOfCall, callExpression };
