'use strict';
console.log(new Map([['a', 1], [{ k: 1 }, [1, 2]], [null, undefined]]), new Map(), new Set([1, 'two', { three: 3 }]), new Set());
console.log(new Map([['deep', new Map([['deeper', new Map([['deepest', new Map([[1, 2]])]])]])]]));
console.log(new Map([['a', 1]]).entries(), new Map([['a', 1]]).keys(), new Set([1, 2]).values(), new Set([5]).entries(), [1, 2].values(), 'ab'[Symbol.iterator]());
console.log(new WeakMap(), new WeakSet());
class Registry extends Map { extra = true; }
console.log(new Registry([[1, 2]]));
console.log(new Set(Array.from({ length: 110 }, (_, i) => i)));
