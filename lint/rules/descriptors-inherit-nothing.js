'use strict';

// What a property descriptor doesn't say is asked of Object.prototype, where a program may have put a `get`. So each
// descriptor that the core passes to V8 begins with `__proto__: null`.

const DEFINERS = /^(?:Object|Reflect)?[dD]efineProperty$/;
const MULTIPLE = /^(?:ObjectDefineProperties|defineProperties|ObjectCreate|create)$/;

function nameOf(callee) {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type !== 'MemberExpression' || callee.computed || callee.object.type !== 'Identifier') return undefined;
  return callee.object.name === 'Object' || callee.object.name === 'Reflect' ? callee.property.name : undefined;
}

function inheritsNothing(literal) {
  return literal.properties.some((property) => property.type === 'Property' && !property.computed
    && (property.key.name === '__proto__' || property.key.value === '__proto__')
    && property.value.type === 'Literal' && property.value.value === null);
}

module.exports = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { inherits: 'A property descriptor inherits what a program puts on Object.prototype: begin it with `__proto__: null`.' },
  },
  create(context) {
    const check = (node) => {
      if (node?.type === 'ObjectExpression' && !inheritsNothing(node)) context.report({ node, messageId: 'inherits' });
    };
    return {
      CallExpression({ callee, arguments: args }) {
        const name = nameOf(callee);
        if (name === undefined) return;
        if (DEFINERS.test(name)) check(args[2]);
        if (MULTIPLE.test(name) && args[1]?.type === 'ObjectExpression') {
          for (const property of args[1].properties) check(property.value);
        }
      },
    };
  },
};
