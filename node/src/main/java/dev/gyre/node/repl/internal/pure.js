'use strict';

// The value of a text that can be evaluated without side effects, and the names of let, const and class: V8 tells both to its
// inspector only. The inspector evaluates and throws the value away; if there was no side effect, the text is run again for
// the value itself.

const { SafeWeakMap } = require('internal/primordials');
const vm = require('vm');
const { contextOf } = require('internal/vm/context');

const TIMEOUT_MS = 333;

const ids = new SafeWeakMap(); // context -> V8's number of it
let session;

function post(method, params) {
  if (session === undefined) {
    const { Session } = require('inspector');
    session = new Session();
    session.connect();
  }
  let answer;
  session.post(method, params, (error, result) => { answer = error ? undefined : result; });
  return answer;
}

// V8's number of the server's context; 0 for the main one, undefined where V8 does not know the context. Its inspector tells of
// contexts by their names.
function contextIdOf(server) {
  if (server.useGlobal) return 0;
  if (ids.has(server.context)) return ids.get(server.context);
  const { name } = contextOf(server.context) ?? {};
  let id;
  const look = ({ params: { context } }) => { if (context.name === name) ({ id } = context); };
  post('Runtime.disable');
  session.on('Runtime.executionContextCreated', look);
  post('Runtime.enable');
  session.removeListener('Runtime.executionContextCreated', look);
  post('Runtime.disable');
  ids.set(server.context, id);
  return id;
}

// { value }, or { error, isReference } where it throws, or undefined where it has side effects, is no code or takes too long.
// What looks like a block is an object if it can be.
function evaluatePurely(server, code) {
  const isBraced = code[0] === '{' && code[code.length - 1] !== ';';
  return (isBraced ? evaluateOnce(server, `(${code})`) : undefined) ?? evaluateOnce(server, code);
}

function evaluateOnce(server, text) {
  const contextId = contextIdOf(server);
  let name;
  if (contextId !== undefined) {
    const answer = post('Runtime.evaluate', {
      expression: text, throwOnSideEffect: true, timeout: TIMEOUT_MS, silent: true, ...(contextId === 0 ? {} : { contextId }),
    });
    if (answer === undefined) return undefined;
    if (answer.exceptionDetails !== undefined) {
      name = answer.result?.className;
      if (answer.result === undefined || name === 'EvalError' || name === 'SyntaxError') return undefined; // an EvalError: side effects
    }
  } else if (!isSimple(text)) {
    return undefined;
  }
  try {
    const limits = { displayErrors: false };
    const script = new vm.Script(text, { filename: 'preview' });
    return { value: server.useGlobal ? script.runInThisContext(limits) : script.runInContext(server.context, limits) };
  } catch (error) {
    if (isSyntaxError(error)) return undefined;
    return { error, isReference: name === 'ReferenceError' || error?.name === 'ReferenceError' };
  }
}

const isSyntaxError = (error) => error?.name === 'SyntaxError';

// What is known without V8: names, properties that are no getters, literals and operators without assignment.
function isSimple(code) {
  const { isPure } = require('internal/repl/completion');
  return isPure(code);
}

// Names of let, const and class.
function lexicalNames(server) {
  const contextId = contextIdOf(server);
  if (contextId === undefined) return contextOf(server.context)?.lexicalNames() ?? [];
  return post('Runtime.globalLexicalScopeNames', contextId === 0 ? {} : { executionContextId: contextId })?.names ?? [];
}

module.exports = { evaluatePurely, lexicalNames };
