'use strict';
const attempt = (what, f) => {
  try { console.log(what, f()); } catch (e) { console.log(what, e.name, e.code, e.message); }
};
console.log(sessionStorage === globalThis.sessionStorage, sessionStorage instanceof Storage, sessionStorage);
sessionStorage.a = 1;
sessionStorage['grün \ud800'] = { toString: () => 'text' };
sessionStorage.setItem('b', null);
console.log(sessionStorage, sessionStorage.length, Object.keys(sessionStorage).sort(), JSON.stringify(sessionStorage.a));
console.log(sessionStorage.getItem('b'), sessionStorage.getItem('c'), sessionStorage.c, 'a' in sessionStorage, 'c' in sessionStorage);
console.log([0, 1, 2].map((i) => sessionStorage.key(i)).sort(), sessionStorage.key(3), sessionStorage.key(-1));
console.log(delete sessionStorage.a, sessionStorage.removeItem('nothing'), sessionStorage.length);
attempt('missing', () => sessionStorage.getItem());
attempt('symbol', () => sessionStorage.setItem(Symbol(), 1));
attempt('construct', () => new Storage());
attempt('receiver', () => Storage.prototype.getItem.call({}, 'a'));
attempt('quota', () => { sessionStorage.big = 'x'.repeat(6 * 1024 * 1024); });
console.log(sessionStorage.clear(), sessionStorage.length, Object.keys(Storage.prototype).sort());
console.log(Object.keys(globalThis).includes('sessionStorage'), Object.keys(globalThis).includes('localStorage'));
globalThis.sessionStorage = 5;
console.log(sessionStorage);
