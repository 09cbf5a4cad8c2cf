'use strict';

// Whether a module, or a module of its graph, awaits at its top level. V8 knows but does not say, so it is asked in
// another way: `await` outside of async functions is an error in the body of a plain function, and V8 tells its place.

const { awaitProbe } = require('internal/module/esm_syntax');

const bridge = binding('bridge');

// [line, source line, column] of the first top-level await, or null.
function topLevelAwait(entry) {
  if (entry.topLevelAwait === undefined) entry.topLevelAwait = find(entry);
  return entry.topLevelAwait;
}

function find(entry) {
  if (entry.scan === undefined) return null;
  const probe = awaitProbe(entry.source, entry.scan);
  if (probe === undefined) return null;
  const wrong = bridge.compileFunction(`'use strict';${probe}`, entry.url);
  if (!Array.isArray(wrong) || !/await is only valid|Unexpected reserved word/.test(wrong[0] ?? '')) return null;
  const [, , line] = wrong;
  const text = entry.source.split(/\r\n|[\n\r\u2028\u2029]/)[line - 1] ?? '';
  return [line, text, Math.max(0, text.search(/\bawait\b/))];
}

// The entries of a graph that await, in the order in which they are evaluated.
function awaiting(root) {
  const seen = new Set();
  const found = [];
  const visit = (entry) => {
    if (seen.has(entry)) return;
    seen.add(entry);
    entry.links.forEach(visit);
    if (topLevelAwait(entry) !== null) found.push(entry);
  };
  visit(root);
  return found;
}

module.exports = { topLevelAwait, awaiting, hasTopLevelAwait: (entry) => topLevelAwait(entry) !== null };
