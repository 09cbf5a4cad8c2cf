'use strict';

// A folder's `internal/` is its own. Another folder uses the module's public face, or what stands in the shared `internal/`.

const { folderOf, internalsOf } = require('../core_files');

module.exports = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { foreign: "'{{id}}' is private to the folder {{folder}}: use its public module, or move what both need to internal/." },
  },
  create(context) {
    const own = folderOf(context.filename);
    return {
      "CallExpression[callee.name='require'][arguments.0.type='Literal']"(node) {
        const id = node.arguments[0].value;
        const folder = internalsOf(id);
        if (folder !== undefined && folder !== own) context.report({ node, messageId: 'foreign', data: { id, folder } });
      },
    };
  },
};
