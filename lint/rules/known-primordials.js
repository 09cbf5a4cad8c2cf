'use strict';

// A name that internal/primordials doesn't export is undefined, which shows only when it is called. Also collects the names
// that are used, so that lint.js can tell those that nobody uses.

module.exports = (known, used) => ({
  meta: {
    type: 'problem',
    schema: [],
    messages: { unknown: "internal/primordials exports no '{{name}}'." },
  },
  create(context) {
    const isPrimordials = (node) => node?.type === 'CallExpression' && node.callee.name === 'require' && node.arguments[0]?.value === 'internal/primordials';
    const objects = new Set(); // names that stand for all of them
    const check = (node, name) => {
      used.add(name);
      if (!known.has(name)) context.report({ node, messageId: 'unknown', data: { name } });
    };
    return {
      VariableDeclarator({ id, init }) {
        const isAll = isPrimordials(init) || (init?.type === 'Identifier' && objects.has(init.name));
        if (!isAll) return;
        if (id.type === 'Identifier') objects.add(id.name);
        else for (const property of id.properties) check(property, property.key.name);
      },
      MemberExpression(node) {
        const { object, property, computed } = node;
        if (!computed && (isPrimordials(object) || (object.type === 'Identifier' && objects.has(object.name)))) check(node, property.name);
      },
    };
  },
});
