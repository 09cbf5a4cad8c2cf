'use strict';

// What runs when a module is evaluated, as opposed to later, when one of its functions is called.

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

const isCalledAtOnce = (node) => node.parent.type === 'CallExpression' && node.parent.callee === node;

// A class's fields are evaluated when an object is made; its static ones, computed keys and static blocks at once.
const isFieldOfObjects = (node) => node.parent.type === 'PropertyDefinition' && !node.parent.static && node.parent.value === node;

function runsAtEvaluation(node) {
  for (let each = node; each.parent !== null && each.parent !== undefined; each = each.parent) {
    if (FUNCTIONS.has(each.type) && !isCalledAtOnce(each)) return false;
    if (isFieldOfObjects(each)) return false;
  }
  return true;
}

module.exports = { runsAtEvaluation };
