'use strict';

// What the REPL has to know about a text before V8 compiles it: whether more lines could complete it, and where it awaits
// outside of functions. The parser is acorn, loaded at the first use.

const {
  ArrayPrototypeAt, ArrayPrototypeJoin, ArrayPrototypePush, ArrayPrototypeSort, ObjectKeys, RegExpPrototypeExec,
  StringPrototypeSlice, itemsOf,
} = require('internal/primordials');

const acorn = () => require('internal/deps/acorn');

const LINE_CONTINUED = /\\(?:\r\n?|\n|\u2028|\u2029)$/;

// Whether a text that V8 refuses is the beginning of a valid one. It is if the parser reached the end of the text, or found
// something there that may have several lines.
function isIncomplete(code) {
  const { Parser, tokTypes } = acorn();
  let atEnd = false;
  class Watching extends Parser {
    nextToken() {
      super.nextToken();
      if (this.type === tokTypes.eof) atEnd = true;
    }

    raise(at, message) {
      if (message === 'Unterminated template' || message === 'Unterminated comment') atEnd = true;
      if (message === 'Unterminated string constant') {
        atEnd = RegExpPrototypeExec(LINE_CONTINUED, StringPrototypeSlice(this.input, this.lastTokStart, this.pos)) !== null;
      }
      super.raise(at, message);
    }
  }
  try {
    Watching.parse(code, { ecmaVersion: 'latest' });
  } catch {
    return atEnd;
  }
  return false; // V8 has another reason, which no further line changes
}

// Whether a text in parentheses is one expression in these parentheses, and not `({}), ({})`.
function isOneExpression(code) {
  try {
    const { body } = acorn().parse(code, { ecmaVersion: 'latest', preserveParens: true, allowAwaitOutsideFunction: true });
    return body.length === 1 && body[0].type === 'ExpressionStatement' && body[0].expression.type === 'ParenthesizedExpression';
  } catch {
    return false;
  }
}

// ---- await outside of functions

const PREFIX = '(async () => { ';
const SUFFIX = '\n})()';

const isFunction = (node) => node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' ||
  node.type === 'ArrowFunctionExpression';

function namesOf(pattern, names = []) {
  switch (pattern?.type) {
    case 'Identifier': ArrayPrototypePush(names, pattern.name); break;
    case 'ObjectPattern': for (let i = 0; i < pattern.properties.length; i++) namesOf(pattern.properties[i].value ?? pattern.properties[i].argument, names); break;
    case 'ArrayPattern': for (let i = 0; i < pattern.elements.length; i++) namesOf(pattern.elements[i], names); break;
    case 'AssignmentPattern': namesOf(pattern.left, names); break;
    case 'RestElement': namesOf(pattern.argument, names); break;
    default:
  }
  return names;
}

// The text becomes the body of an async function. Its declarations have to outlive that: they are declared in front of the
// function, and in it become assignments. A last expression is returned, in an object, because it may be a promise.
class Awaiting {
  awaits = false;
  returns = false;
  #edits = []; // [at, removed characters, text]
  #vars = [];
  #lets = [];

  constructor(source) {
    this.source = source;
    const { body } = acorn().parse(source, { ecmaVersion: 'latest' }).body[0].expression.callee.body;
    for (let i = 0; i < body.length; i++) this.#visit(body[i], undefined, true);
    const last = ArrayPrototypeAt(body, -1);
    if (last?.type === 'ExpressionStatement') {
      this.#insert(last.start, 'return { value: (');
      this.#insert(last.expression.end, ') }');
    }
  }

  #insert(at, text, removed = 0) {
    ArrayPrototypePush(this.#edits, [at, removed, text, this.#edits.length]);
  }

  #visit(node, parent, isTop = false) {
    if (isFunction(node)) {
      if (isTop && node.type === 'FunctionDeclaration') {
        ArrayPrototypePush(this.#vars, node.id.name);
        this.#insert(node.start, `this.${node.id.name} = ${node.id.name}; `);
      }
      return;
    }
    if (node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await)) this.awaits = true;
    if (node.type === 'ReturnStatement') this.returns = true;
    if (node.type === 'ClassDeclaration' && isTop) {
      ArrayPrototypePush(this.#lets, node.id.name);
      this.#insert(node.start, `${node.id.name}=`);
      this.#insert(node.end, ';');
    }
    if (node.type === 'VariableDeclaration' && (isTop || node.kind === 'var')) this.#declare(node, parent);
    const keys = ObjectKeys(node);
    for (let i = 0; i < keys.length; i++) {
      const child = node[keys[i]];
      const list = child?.type !== undefined ? [child] : child;
      if (typeof list !== 'object' || list === null || list.length === undefined) continue;
      for (let j = 0; j < list.length; j++) if (typeof list[j]?.type === 'string') this.#visit(list[j], node);
    }
  }

  #declare(node, parent) {
    const names = node.kind === 'var' ? this.#vars : this.#lets;
    for (let i = 0; i < node.declarations.length; i++) namesOf(node.declarations[i].id, names);
    const inHead = (parent?.type === 'ForInStatement' || parent?.type === 'ForOfStatement') && parent.left === node;
    const keyword = node.declarations[0].start - node.start;
    if (inHead) {
      this.#insert(node.start, '', keyword);
      return;
    }
    this.#insert(node.start, 'void (', keyword);
    for (let i = 0; i < node.declarations.length; i++) {
      const { id, init, end } = node.declarations[i];
      if (init === null && node.kind !== 'var' && id.type === 'Identifier') this.#insert(end, ' = undefined');
    }
    this.#insert(ArrayPrototypeAt(node.declarations, -1).end, ')');
  }

  text() {
    ArrayPrototypeSort(this.#edits, (a, b) => a[0] - b[0] || a[3] - b[3]);
    const parts = [];
    let at = 0;
    for (const { 0: start, 1: removed, 2: text } of itemsOf(this.#edits)) {
      ArrayPrototypePush(parts, StringPrototypeSlice(this.source, at, start), text);
      at = start + removed;
    }
    const front = (word, names) => (names.length === 0 ? '' : `${word} ${ArrayPrototypeJoin(names, ', ')}; `);
    return `${front('var', this.#vars)}${front('let', this.#lets)}${ArrayPrototypeJoin(parts, '')}${StringPrototypeSlice(this.source, at)}`;
  }
}

// The text as a script whose value is a promise of { value }; null if nothing is awaited outside of functions, or if it does
// not parse: then V8 reports what is wrong.
function withAwait(code) {
  let awaiting;
  try {
    awaiting = new Awaiting(`${PREFIX}${code}${SUFFIX}`);
  } catch (error) {
    if (error?.name === 'SyntaxError') return null;
    throw error;
  }
  return awaiting.awaits && !awaiting.returns ? awaiting.text() : null;
}

module.exports = { isIncomplete, isOneExpression, withAwait };
