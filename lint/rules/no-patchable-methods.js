'use strict';

// `list.push(x)` looks `push` up when it runs, and a program may have replaced it. The core calls the captured one:
// `ArrayPrototypePush(list, x)`. A linter doesn't know a receiver's type, so this goes by the method's name. Not reported:
// methods of `this` and `super` (a class of ours), of a module (`path.join`), and of an object of a safe class: a variable, a
// private field, or a property to which this file assigns nothing else. A module that is a class (`EventEmitter.call(this)`) has
// `call`, `apply` and `bind` of a built-in.

const { METHODS, SAFE_CLASSES } = require('./patchable');

const unwrap = (node) => (node?.type === 'ChainExpression' ? node.expression : node);

function isRequire(node) {
  return node?.type === 'CallExpression' && node.callee.type === 'Identifier' && (node.callee.name === 'require' || node.callee.name === 'binding');
}

const isSafeObject = (node) => node?.type === 'NewExpression' && node.callee.type === 'Identifier' && SAFE_CLASSES.has(node.callee.name);

function variableOf(scope, name) {
  for (let each = scope; each !== null; each = each.upper) {
    const variable = each.set.get(name);
    if (variable !== undefined) return variable;
  }
  return undefined;
}

// Whether all that is ever assigned to the variable is `good`.
function holdsOnly(variable, good) {
  if (variable === undefined || variable.defs.length !== 1) return false;
  const [{ type, node }] = variable.defs;
  if (type !== 'Variable' || node.id.type !== 'Identifier') return false;
  const values = variable.references.filter((reference) => reference.isWrite()).map((reference) => reference.writeExpr);
  return values.length > 0 && values.every((value) => good(value) || (value?.type === 'Literal' && value.value === null));
}

const FUNCTION_METHODS = new Set(['apply', 'bind', 'call']);

// Names of properties that hold nothing but safe objects in this file: `name = new SafeMap()`, `{ name: new SafeMap() }`.
function safeProperties(ast, visitorKeys) {
  const isSafe = new Map();
  const note = (key, value) => {
    if (key?.type !== 'Identifier' || value == null) return;
    const isNothing = (value.type === 'Literal' && value.value === null) || (value.type === 'Identifier' && value.name === 'undefined');
    if (isNothing) return;
    isSafe.set(key.name, isSafeObject(value) && isSafe.get(key.name) !== false);
  };
  (function walk(node) {
    if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression' && !node.left.computed) note(node.left.property, node.right);
    if ((node.type === 'PropertyDefinition' || (node.type === 'Property' && node.parent?.type !== 'ObjectPattern')) && !node.computed) note(node.key, node.value);
    for (const key of visitorKeys[node.type] ?? []) {
      for (const child of [node[key]].flat()) if (child?.type !== undefined) walk(child);
    }
  })(ast);
  return new Set([...isSafe].filter(([, safe]) => safe).map(([name]) => name));
}

// The private fields of the class that hold nothing but safe objects.
function safeFields(classBody) {
  const safe = new Set();
  for (const member of classBody.body) {
    if (member.type === 'PropertyDefinition' && member.key.type === 'PrivateIdentifier' && isSafeObject(member.value)) safe.add(member.key.name);
  }
  return safe;
}

module.exports = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { patchable: "A program can replace the method '{{name}}' of a built-in: call the one of internal/primordials." },
  },
  create(context) {
    const { sourceCode } = context;
    const classes = [];

    const properties = safeProperties(sourceCode.ast, sourceCode.visitorKeys);

    function isKnown(receiver, method) {
      const node = unwrap(receiver);
      if (node.type === 'ThisExpression' || node.type === 'Super') return true;
      if (isRequire(node) || isSafeObject(node)) return true;
      if (node.type === 'Identifier') {
        const variable = variableOf(sourceCode.getScope(node), node.name);
        return holdsOnly(variable, isSafeObject) || (holdsOnly(variable, isRequire) && !(FUNCTION_METHODS.has(method) && /^[A-Z]/.test(node.name)));
      }
      if (node.type === 'MemberExpression' && node.property.type === 'PrivateIdentifier') {
        return classes.some((fields) => fields.has(node.property.name));
      }
      if (node.type === 'MemberExpression' && !node.computed) return properties.has(node.property.name);
      return false;
    }

    return {
      ClassBody(node) { classes.push(safeFields(node)); },
      'ClassBody:exit'() { classes.pop(); },
      CallExpression(node) {
        const callee = unwrap(node.callee);
        if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return;
        const { name } = callee.property;
        if (METHODS.has(name) && !isKnown(callee.object, name)) context.report({ node: callee.property, messageId: 'patchable', data: { name } });
      },
    };
  },
};
