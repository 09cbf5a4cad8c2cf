'use strict';

// A name that nothing declares shows only when the line runs. `$Name` stands for V8's natives syntax.

const { GLOBALS } = require('./patchable');

const KNOWN = new Set([...GLOBALS, ...`binding exports gc globalThis module process require undefined NaN Infinity arguments
  DisposableStack AsyncDisposableStack SuppressedError QuotaExceededError`.trim().split(/\s+/)]);

module.exports = {
  meta: { type: 'problem', schema: [], messages: { undefined: "'{{name}}' is declared nowhere." } },
  create(context) {
    return {
      'Program:exit'(program) {
        for (const { identifier } of context.sourceCode.getScope(program).through) {
          const { name, parent } = identifier;
          if (KNOWN.has(name) || name.startsWith('$') || (parent.type === 'UnaryExpression' && parent.operator === 'typeof')) continue;
          context.report({ node: identifier, messageId: 'undefined', data: { name } });
        }
      },
    };
  },
};
