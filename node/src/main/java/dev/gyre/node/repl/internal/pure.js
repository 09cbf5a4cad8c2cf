'use strict';

// The value of a text that can be evaluated without side effects, and the names of let, const and class: V8 tells both to its
// inspector only. The inspector evaluates and throws the value away; if there was no side effect, the text is run again for
// the value itself.

const vm = require('vm');

const TIMEOUT_MS = 333;

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

const wrapped = (code) => (code[0] === '{' && code[code.length - 1] !== ';' ? `(${code})` : code);

// { value }, or undefined where it has side effects, fails or takes too long.
function evaluatePurely(server, code) {
  const text = wrapped(code);
  if (server.useGlobal) {
    const answer = post('Runtime.evaluate', { expression: text, throwOnSideEffect: true, timeout: TIMEOUT_MS, silent: true });
    if (answer === undefined || answer.exceptionDetails !== undefined) return undefined;
  } else if (!isSimple(text)) {
    return undefined;
  }
  try {
    const limits = { displayErrors: false };
    const script = new vm.Script(text, { filename: 'preview' });
    return { value: server.useGlobal ? script.runInThisContext(limits) : script.runInContext(server.context, limits) };
  } catch (error) {
    return { error };
  }
}

// In a context of its own V8 can't be asked: names, properties that are no getters, literals and operators without assignment.
function isSimple(code) {
  const { isPure } = require('internal/repl/completion');
  return isPure(code);
}

function lexicalNames() {
  return post('Runtime.globalLexicalScopeNames', {})?.names ?? [];
}

module.exports = { evaluatePurely, lexicalNames };
