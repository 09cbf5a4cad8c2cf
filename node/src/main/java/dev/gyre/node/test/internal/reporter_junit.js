'use strict';

// The reporter `junit`: XML in the format of JUnit. A test with subtests becomes a <testsuite>, others a <testcase>.

const {
  ArrayPrototypeJoin, ArrayPrototypeMap, Date, DateNow, DatePrototypeToISOString, ObjectAssign, ObjectEntries, String,
  StringPrototypeRepeat, itemsOf,
} = require('internal/primordials');
const { inspectError } = require('internal/test/reporter_texts');

const INSPECT_OPTIONS = { __proto__: null, colors: false, breakLength: Infinity };

const escapeContent = (text) => text.replace(/&(?!#\d{1,7};)/g, '&amp;').replace(/</g, '&lt;');
const escapeAttribute = (text) => escapeContent(text.replace(/\n/g, '&#10;')).replace(/"/g, '&quot;');

function toXml(node) {
  if (typeof node === 'string') return `${escapeContent(node)}\n`;
  const { tag, attributes, nesting, children = [], comment } = node;
  const indent = StringPrototypeRepeat('\t', nesting + 1);
  if (comment) return `${indent}<!-- ${comment.replace(/--/g, '&#45;&#45;')} -->\n`;
  const written = ArrayPrototypeJoin(ArrayPrototypeMap(ObjectEntries(attributes), ({ 0: key, 1: value }) => `${key}="${escapeAttribute(String(value))}"`), ' ');
  if (children.length === 0) return `${indent}<${tag} ${written}/>\n`;
  return `${indent}<${tag} ${written}>\n${children.map(toXml).join('')}${indent}</${tag}>\n`;
}

class Tree {
  roots = [];
  #current = null;

  start({ name, nesting }) {
    const node = { attributes: { name }, nesting, parent: this.#current, children: [] };
    (this.#current?.children ?? this.roots).push(node);
    this.#current = node;
  }

  comment({ nesting, message }) {
    (this.#current?.children ?? this.roots).push({ nesting, comment: message });
  }

  end(type, data) {
    if (this.#current === null) this.start({ name: 'root', nesting: 0 });
    if (this.#current.attributes.name !== data.name || this.#current.nesting !== data.nesting) this.start(data);
    const node = this.#current;
    if (node.nesting === data.nesting) this.#current = node.parent;
    node.attributes.time = (data.details.duration_ms / 1000).toFixed(6);
    const tests = node.children.filter(({ comment }) => comment === undefined);
    if (tests.length > 0) finishSuite(node, tests, data);
    else finishCase(node, type, data);
  }
}

function finishSuite(node, tests, { details }) {
  const has = (tag, count) => (child) => child.children?.some((part) => part.tag === tag) || child.attributes?.[count];
  node.tag = 'testsuite';
  ObjectAssign(node.attributes, {
    disabled: 0,
    errors: 0,
    tests: tests.length,
    failures: node.children.filter(has('failure', 'failures')).length,
    skipped: node.children.filter(has('skipped', 'skipped')).length,
    timestamp: DatePrototypeToISOString(new Date(DateNow() - details.duration_ms)),
    hostname: require('os').hostname(),
  });
}

function finishCase(node, type, { nesting, classname, file, skip, todo, details: { error } }) {
  node.tag = 'testcase';
  node.attributes.classname = classname ?? 'test';
  if (file) node.attributes.file = file;
  const add = (tag, attributes, children) => node.children.push({ nesting: nesting + 1, tag, attributes, children });
  if (skip) add('skipped', { type: 'skipped', message: skip });
  if (todo) add('skipped', { type: 'todo', message: todo });
  if (type === 'test:fail') {
    add('failure', { type: error?.failureType || error?.code, message: error?.message.trim() ?? '' },
        [inspectError(error, INSPECT_OPTIONS)]);
    node.attributes.failure = error?.message ?? '';
  }
}

async function* junit(source) {
  yield '<?xml version="1.0" encoding="utf-8"?>\n';
  yield '<testsuites>\n';
  const tree = new Tree();
  for await (const { type, data } of source) {
    if (type === 'test:start') tree.start(data);
    else if (type === 'test:pass' || type === 'test:fail') tree.end(type, data);
    else if (type === 'test:diagnostic' || type === 'test:log') tree.comment(data);
  }
  for (const node of itemsOf(tree.roots)) yield toXml(node);
  yield '</testsuites>\n';
}

module.exports = junit;
