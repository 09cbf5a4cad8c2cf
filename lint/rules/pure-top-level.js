'use strict';

// A core file's top level runs at build time, into a snapshot. There it must not call Java, read a clock, the environment
// or anything else of the process, start a timer, leave a promise behind, or use what V8 installs only in the process.

const { runsAtEvaluation } = require('./evaluation');

// Installed by V8 after the snapshot was read.
const LATE_GLOBALS = new Set(['AsyncDisposableStack', 'DisposableStack', 'Float16Array', 'SharedArrayBuffer', 'SuppressedError',
  'Temporal', 'WebAssembly']);
const LATE_PROPERTIES = new Set(['Error.isError', 'Promise.try', 'RegExp.escape', 'Uint8Array.fromBase64', 'Uint8Array.fromHex']);
const IMPURE_CALLS = new Set(['Date.now', 'Math.random', 'performance.now', 'process.cwd', 'process.hrtime', 'process.memoryUsage',
  'process.nextTick', 'process.uptime', 'queueMicrotask', 'setImmediate', 'setInterval', 'setTimeout', 'DateNow', 'MathRandom']);
const IMPURE_PROPERTIES = new Set(['process.argv', 'process.env', 'process.execArgv', 'process.execPath', 'process.pid', 'process.ppid', 'process.title']);

const pathOf = (node) => (node.type === 'Identifier' ? node.name
  : node.type === 'MemberExpression' && !node.computed && node.object.type === 'Identifier' ? `${node.object.name}.${node.property.name}` : undefined);

const isBinding = (node) => node?.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'binding';

module.exports = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      impure: "'{{what}}' at a core file's top level runs when the snapshot is made: do it in a function that runs in the process, or in atStart.",
    },
  },
  create(context) {
    const natives = new Set(); // names of native functions and of bindings, at the top level
    const report = (node, what) => {
      if (runsAtEvaluation(node)) context.report({ node, messageId: 'impure', data: { what } });
    };
    return {
      VariableDeclarator({ id, init }) {
        if (!isBinding(init)) return;
        if (id.type === 'Identifier') natives.add(id.name);
        else for (const property of id.properties ?? []) natives.add(property.value?.name);
      },
      CallExpression(node) {
        const { callee } = node;
        const path = pathOf(callee);
        if (IMPURE_CALLS.has(path)) report(node, path);
        else if (callee.type === 'MemberExpression' && isBinding(callee.object)) report(node, 'a native call');
        else if (callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && natives.has(callee.object.name)) report(node, path);
        else if (callee.type === 'Identifier' && natives.has(callee.name)) report(node, callee.name);
      },
      NewExpression(node) {
        const name = pathOf(node.callee);
        if (name === 'Promise' || (name === 'Date' && node.arguments.length === 0)) report(node, `new ${name}`);
        if (name === 'WeakRef' || name === 'FinalizationRegistry') report(node, `new ${name}`);
      },
      MemberExpression(node) {
        const path = pathOf(node);
        if (IMPURE_PROPERTIES.has(path) || LATE_PROPERTIES.has(path)) report(node, path);
      },
      'Program:exit'(program) {
        const check = ({ identifier }) => {
          const { name, parent } = identifier;
          if (!LATE_GLOBALS.has(name) || parent.type === 'NewExpression') return;
          if (parent.type === 'UnaryExpression' && parent.operator === 'typeof') return;
          report(identifier, name);
        };
        const scope = context.sourceCode.getScope(program);
        scope.through.forEach(check);
        for (const variable of scope.variables) if (variable.defs.length === 0) variable.references.forEach(check);
      },
    };
  },
};
