'use strict';

// for-of, spread and array patterns ask `[Symbol.iterator]` of the value and `next` of what it answers: both can be
// replaced by a program. The core uses indexes, `apply` and `forEachOf` of internal/primordials. Iterating over what the
// program itself passed in is right where Node does it too: say so with a comment that disables the rule for the line.

module.exports = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { patchable: 'A program can replace the iterators of built-ins: use an index, or apply.' },
  },
  create(context) {
    const report = (node) => context.report({ node, messageId: 'patchable' });
    return {
      ForOfStatement(node) { if (!node.await) report(node); },
      SpreadElement(node) { if (node.parent.type !== 'ObjectExpression') report(node); },
      ArrayPattern: report,
    };
  },
};
