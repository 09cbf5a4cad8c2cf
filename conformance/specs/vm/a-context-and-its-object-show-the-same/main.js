'use strict';

// What code in a context does to its globals is seen on the contextified object, and the other way round: at once, also from
// functions that run later.
const vm = require('vm');

const object = {
  given: 1,
  get counted() { return ++this.count; },
  count: 0,
  set stored(value) { this.seen = value; },
  [Symbol.for('key')]: 'symbol',
  nested: { deep: 1 },
};
Object.defineProperty(object, 'fixed', { value: 7, enumerable: true });
Object.defineProperty(object, 'hidden', { value: 8, configurable: true, writable: true });
Object.setPrototypeOf(object, { inherited: 'from the prototype' });
const context = vm.createContext(object);
const run = (code) => vm.runInContext(code, context);
let number = 0;
function show(name, value) { console.log(++number, name, value); }
function attempt(name, code) {
  try {
    show(name, run(code));
  } catch (error) {
    show(name, `${error.name}: ${error.message}`);
  }
}
const descriptor = (key) => JSON.stringify(Object.getOwnPropertyDescriptor(object, key));

show('same object', context === object);
attempt('given', 'given');
attempt('typeof of none', 'typeof missing');
attempt('none', 'missing');
attempt('getter runs on the object', 'counted + counted');
show('count', object.count);
attempt('setter', 'stored = 5; seen');
show('seen', object.seen);
attempt('symbol', "globalThis[Symbol.for('key')]");
attempt('inherited', 'inherited');
attempt('hidden', 'hidden');
attempt('enumerated', 'Object.keys(globalThis).join()');
attempt('var', 'var declared = 1; declared');
show('declared', descriptor('declared'));
attempt('var without a value keeps', 'var given; given');
attempt('function', 'function f() { return given; } typeof f');
show('f', typeof object.f);
attempt('let', 'let lexical = 1; lexical');
show('lexical', object.lexical);
attempt('let is seen by the next script', 'lexical += 1; lexical');
attempt('let twice', 'let lexical = 2');
attempt('const', 'const constant = 1; constant');
attempt('constant', 'constant = 2');
attempt('class', 'class Klass {} typeof Klass');
show('Klass', object.Klass);
attempt('undeclared', 'assigned = 3; assigned');
show('assigned', descriptor('assigned'));
attempt('undeclared, strict', "'use strict'; unknown = 1");
attempt('fixed', 'fixed = 1; fixed');
attempt('fixed, strict', "'use strict'; fixed = 1");
attempt('delete assigned', 'delete assigned');
show('assigned', 'assigned' in object);
attempt('defineProperty', "Object.defineProperty(globalThis, 'defined', { get() { return 9; }, configurable: true }); defined");
show('defined', typeof Object.getOwnPropertyDescriptor(object, 'defined')?.get);
attempt('own', "Object.hasOwn(globalThis, 'given') + ' ' + Object.hasOwn(globalThis, 'Array')");
show('Array', 'Array' in object);
attempt('replace a built-in', 'Array = 1; typeof Array');
show('Array', object.Array);
attempt('delete it', 'delete globalThis.Array; typeof Array');
object.later = 10;
attempt('added outside', 'later');
object.given = 2;
attempt('changed outside', 'given + f()');
delete object.later;
attempt('deleted outside', 'typeof later');
const later = run('(function () { given = 20; made = 21; })');
later();
show('changed by a function', [object.given, object.made]);
const arrow = run('() => { given = 30; return lexical; }');
show('arrow', [arrow(), object.given]);
run('Promise.resolve().then(() => { given = 40; })');
Promise.resolve().then(() => Promise.resolve()).then(() => show('changed by a promise', object.given));
object.self = object;
attempt('the object inside is the global', 'self === globalThis');
attempt('this', 'this === globalThis');
attempt('eval', "(0, eval)('given') + eval('given')");
attempt('Function', "new Function('return given')()");
attempt('Function declares', "new Function('sloppy = 1')(); sloppy");
show('sloppy', object.sloppy);
attempt('prototypes', 'Object.getPrototypeOf({}) === Object.prototype');
show('another Array', run('[]') instanceof Array);
attempt('JSON', 'JSON.stringify(nested)');
run('nested.deep = 2');
show('nested', object.nested.deep);

const plain = vm.createContext();
vm.runInContext('var a = 1; b = 2; let c = 3;', plain);
show('without an object', [plain, Object.keys(plain), vm.runInContext('a + b + c', plain)]);
const own = vm.createContext(vm.constants.DONT_CONTEXTIFY);
vm.runInContext('var a = 1;', own);
show('not contextified', [own === vm.runInContext('globalThis', own), own.a, typeof own.Array]);
