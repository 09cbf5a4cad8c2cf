'use strict';
const storage = sessionStorage;

storage.getItem = 'own';
storage.length = 7;
storage.toString = 'text';
storage.plain = 1;
Object.defineProperty(storage, 'key', { value: 4 });
console.log(storage.length, typeof storage.getItem, typeof storage.toString, typeof storage.key);
for (const name of ['getItem', 'length', 'toString', 'key', 'plain']) console.log(name, Storage.prototype.getItem.call(storage, name));
console.log(Object.keys(storage), Object.getOwnPropertyDescriptor(storage, 'getItem'));
console.log(delete storage.getItem, storage.length);
