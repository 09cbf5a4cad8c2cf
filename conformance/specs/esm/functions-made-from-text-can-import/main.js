'use strict';
const load = new Function('name', 'return import(name)');
load('./value.mjs').then(({ default: value }) => console.log(value));
Function('return import("./value.mjs")')().then(({ default: value }) => console.log(value));
console.log(load.toString(), load.length, load.name, load instanceof Function);
try { new Function('return import('); } catch (error) { console.log(error.name); }
