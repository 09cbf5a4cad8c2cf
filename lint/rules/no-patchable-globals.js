'use strict';

// A program may replace every global and every property of it. The core takes built-ins from internal/primordials, which
// captured them before the program ran.

const { GLOBALS } = require('./patchable');

module.exports = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { patchable: "A program can replace '{{name}}': take what you need from internal/primordials or from the module that defines it." },
  },
  create(context) {
    return {
      'Program:exit'(program) {
        const report = ({ identifier }) => {
          if (!GLOBALS.has(identifier.name)) return;
          if (identifier.parent.type === 'UnaryExpression' && identifier.parent.operator === 'typeof') return;
          context.report({ node: identifier, messageId: 'patchable', data: { name: identifier.name } });
        };
        const scope = context.sourceCode.getScope(program);
        for (const reference of scope.through) report(reference);
        // A configured global is a variable of the outermost scope.
        for (const variable of scope.variables) {
          if (variable.defs.length === 0) variable.references.forEach(report);
        }
      },
    };
  },
};
