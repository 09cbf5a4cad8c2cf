'use strict';
const { sessionStorage: storage, Storage } = globalThis;
console.log(Reflect.defineProperty(storage, 'accessor', { get: () => 1 }), storage.accessor, storage.getItem('accessor'));
console.log(Reflect.defineProperty(storage, 'empty', {}), storage.empty);
console.log(Reflect.defineProperty(storage, 'value', { value: 7 }), Object.getOwnPropertyDescriptor(storage, 'value'));
for (const refused of [Object.preventExtensions, (object) => Object.freeze(object)]) {
  try {
    refused(storage);
  } catch (error) {
    console.log(error.name);
  }
}
console.log(Object.isExtensible(storage), { ...storage }, Storage.length);
for (const name of ['clear', 'getItem', 'key', 'removeItem', 'setItem']) console.log(name, storage[name].length);
