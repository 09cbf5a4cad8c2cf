'use strict';

// Cycles of requires at the top level: a file in one sees another's exports unfinished, depending on who came first.

const { runsAtEvaluation } = require('./rules/evaluation');
const { fileOf } = require('./core_files');

// A rule that collects instead of reporting: edges.get(file) are the files it requires at its top level.
const collector = (core, edges) => ({
  create(context) {
    const required = new Set();
    edges.set(context.filename, required);
    return {
      "CallExpression[callee.name='require'][arguments.0.type='Literal']"(node) {
        if (!runsAtEvaluation(node)) return;
        const file = fileOf(core, node.arguments[0].value);
        if (file !== undefined) required.add(file);
      },
    };
  },
});

// The files that are part of a cycle, by Tarjan's algorithm.
function filesInCycles(edges) {
  const found = new Set();
  const index = new Map();
  const low = new Map();
  const stack = [];
  const visit = (file) => {
    index.set(file, index.size);
    low.set(file, index.get(file));
    stack.push(file);
    for (const next of edges.get(file) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(file, Math.min(low.get(file), low.get(next)));
    }
    if (low.get(file) !== index.get(file)) return;
    const component = stack.splice(stack.indexOf(file));
    if (component.length > 1 || edges.get(file)?.has(file)) component.forEach((each) => found.add(each));
  };
  for (const file of edges.keys()) if (!index.has(file)) visit(file);
  return found;
}

module.exports = { collector, filesInCycles };
