'use strict';

// The source of code that came from no file: eval, new Function, vm. Only V8 has it, and tells it
// by runtime functions (%Name), whose syntax is on only while the snapshot is built: they are
// compiled here, from text, and run once for their bytecode to be kept. Where they could not
// be compiled such code has no source.
//
// Beside the text, V8's answer holds its own script object, which no script may touch: only
// `position` and `sourceText` leave this file.

const {
  ArrayPrototypeFindLast, ArrayPrototypeJoin, ArrayPrototypePush, Function, RegExpPrototypeExec,
  StringPrototypeIncludes,
} = require('internal/primordials');

function compile(parameters, body) {
  try {
    return new Function(...parameters, body);
  } catch {
    return undefined;
  }
}

const scriptIds = compile([], 'return %DebugGetLoadedScriptIds();');
const lineAt = compile(['id', 'line', 'column'], `
  const place = %ScriptLocationFromLine2(id, line, column, 0);
  return place === null ? undefined : { position: place.position, text: place.sourceText };`);

// A call begins with a name, or goes on with its arguments where the name was computed.
const call = /[\p{ID_Start}$_(]/uy;

function isCallAt(text, column) {
  call.lastIndex = column;
  return RegExpPrototypeExec(call, text) !== null && StringPrototypeIncludes(text, '(', column);
}

/** The line that a call site is on. */
function lineFromEngine(site) {
  if (scriptIds === undefined || lineAt === undefined) return undefined;
  const line = site.getLineNumber() - 1, column = site.getColumnNumber() - 1, position = site.getPosition();
  const candidates = [];
  for (const id of scriptIds()) {
    const found = lineAt(id, line, column);
    if (found?.position === position && isCallAt(found.text, column)) ArrayPrototypePush(candidates, [id, found.text]);
  }
  // The script is among them, since it is running; its hash tells it from the others. The newest
  // is the most likely.
  if (candidates.length === 1) return candidates[0][1];
  const hash = site.getScriptHash();
  return ArrayPrototypeFindLast(candidates, ({ 0: id }) => hashOf(id) === hash)?.[1];
}

function hashOf(id) {
  const lines = [];
  for (let line; (line = lineAt(id, lines.length, 0)?.text) !== undefined;) ArrayPrototypePush(lines, line);
  return binding('util').hashOfSource(ArrayPrototypeJoin(lines, '\n'));
}

if (scriptIds !== undefined && lineAt !== undefined) lineAt(scriptIds()[0], 0, 0);

module.exports = { lineFromEngine };
