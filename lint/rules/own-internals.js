'use strict';

// A folder's `internal/` is its own. Other folders use its public modules, what it offers them in its `shared/`, or the
// files in the core's `internal/`, which belong to no folder. The rule also notes who uses which shared file, so that lint.js
// can report those that no other folder uses.

const { folderOf, isPrivate, isShared } = require('../core_files');

module.exports = (fileOf, usedByOthers) => ({
  meta: {
    type: 'problem',
    schema: [],
    messages: { foreign: "'{{id}}' is private to the folder {{folder}}: use its public module, or what it has in {{folder}}/shared/." },
  },
  create(context) {
    const own = folderOf(context.filename);
    return {
      "CallExpression[callee.name='require'][arguments.0.type='Literal']"(node) {
        const id = node.arguments[0].value;
        const file = fileOf(id);
        if (file === undefined || folderOf(file) === own) return;
        if (isPrivate(file)) context.report({ node, messageId: 'foreign', data: { id, folder: folderOf(file) } });
        if (isShared(file)) usedByOthers.add(file);
      },
    };
  },
});
