'use strict';

// The source of code that came from no file: eval, new Function, vm. Only V8 has it (internal/v8internals/natives). If that
// capability is off, such code has no source, and the message of a failed assertion in it shows no expression.

const {
  ArrayPrototypeFindLast, ArrayPrototypeJoin, ArrayPrototypePush, RegExpPrototypeExec, StringPrototypeIncludes, itemsOf,
} = require('internal/primordials');
const { lineAt, scriptIds } = require('internal/v8internals/natives');

// A call begins with a name, or continues with its arguments if the name was computed.
const call = /[\p{ID_Start}$_(]/uy;

function isCallAt(text, column) {
  call.lastIndex = column;
  return RegExpPrototypeExec(call, text) !== null && StringPrototypeIncludes(text, '(', column);
}

/** The line of a call site. */
function lineFromEngine(site) {
  const line = site.getLineNumber() - 1, column = site.getColumnNumber() - 1, position = site.getPosition();
  const candidates = [];
  for (const id of itemsOf(scriptIds())) {
    const found = lineAt(id, line, column);
    if (found?.position === position && isCallAt(found.text, column)) ArrayPrototypePush(candidates, [id, found.text]);
  }
  // The script is among them, because it is running; its hash identifies it. The newest is the most likely.
  if (candidates.length === 1) return candidates[0][1];
  const hash = site.getScriptHash();
  return ArrayPrototypeFindLast(candidates, ({ 0: id }) => hashOf(id) === hash)?.[1];
}

function hashOf(id) {
  const lines = [];
  for (let line; (line = lineAt(id, lines.length, 0)?.text) !== undefined;) ArrayPrototypePush(lines, line);
  return binding('util').hashOfSource(ArrayPrototypeJoin(lines, '\n'));
}

module.exports = { lineFromEngine };
