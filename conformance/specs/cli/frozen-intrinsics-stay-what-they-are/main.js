'use strict';
const tell = (title, run) => {
  try {
    console.log(title, run());
  } catch (error) {
    console.log(title, error.name, error.message);
  }
};
tell('a function of a constructor', () => { Object.defineProperty = 1; });
tell('a new method', () => { Array.prototype.last = 1; });
tell('the global object', () => { globalThis.globalThis = null; });
tell('console', () => { console.log = null; });
tell('a limit', () => { Error.stackTraceLimit = 5; });
tell('a new global', () => { globalThis.added = 1; return added; });
tell('process', () => { process.added = 1; return process.added; });
tell('a method of an object', () => {
  const object = {};
  object.toString = () => 'own';
  return [`${object}`, Object.keys(object)];
});
tell('a message', () => {
  const error = new Error('one');
  error.name = 'Other';
  error.message = 'two';
  return String(error);
});
tell('a method of a class', () => {
  class List extends Array {}
  List.prototype.push = () => 'pushed';
  return new List().push(1);
});
tell('a property of a function', () => {
  function f() {}
  f.call = 1;
  return f.call;
});
tell('an instance', () => { const map = new Map(); map.get = 5; return map.get; });
tell('a copy', () => structuredClone(new Error('copied')).message);
tell('frozen', () => [
  Object, Function.prototype, Array.prototype, Map.prototype, Promise, function* () {}.constructor.prototype,
  Object.getPrototypeOf([][Symbol.iterator]()), Intl, Math, JSON, Reflect, console, WebAssembly, decodeURI, setTimeout,
].every(Object.isFrozen));
tell('not frozen', () => [globalThis, process, Buffer, URL, require, module.constructor, require('events').prototype].some(Object.isFrozen));
setTimeout(() => console.log('timer'), 1);
import('fs').then(({ readFile }) => readFile(__filename, (error) => console.log('read', error)));
