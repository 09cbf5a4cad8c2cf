'use strict';

// for-of, spread and array patterns ask `[Symbol.iterator]` of the value and `next` of what it answers: both can be
// replaced by a program. The core walks lists by index or by `itemsOf`, copies them by `copyList` and `joinLists`, and calls
// functions by `ReflectApply`. Iterating over what the program itself passed in is right where Node does it too: say so with a
// comment that disables the rule for the line. Code that runs only while the snapshot is made is not excepted: a module that
// is not in the snapshot is evaluated after the program has begun.

const isSafe = (node) => node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'itemsOf';

module.exports = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { patchable: 'A program can replace the iterators of built-ins: use an index, itemsOf, copyList or ReflectApply.' },
  },
  create(context) {
    const report = (node) => context.report({ node, messageId: 'patchable' });
    return {
      ForOfStatement(node) { if (!node.await && !isSafe(node.right)) report(node); },
      SpreadElement(node) { if (node.parent.type !== 'ObjectExpression' && !isSafe(node.argument)) report(node); },
      ArrayPattern: report,
    };
  },
};
