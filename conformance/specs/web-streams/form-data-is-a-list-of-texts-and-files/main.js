'use strict';
const { inspect } = require('util');
const form = new FormData();
form.append('a', 1);
form.append('a', 'two');
form.append('file', new File(['zz'], 'f.bin', { lastModified: 5 }));
form.append('file', new File(['zz'], 'f.bin', { lastModified: 5, type: 'x/y' }), 'other');
form.append('\ud800', '\udc00');
console.log(form, inspect(form, { depth: 0 }));
form.append('blob', new Blob(['x'], { type: 't/p' }));
const { name, type } = form.get('blob');
console.log(name, type, form.get('blob') instanceof File, form.get('file').name);
console.log(form.get('a'), form.getAll('a'), form.get('none'), form.getAll('none'), form.has('a'), form.has('none'));
form.set('a', 'only');
form.delete('file');
console.log([...form.keys()], [...form].length, form.entries(), Object.prototype.toString.call(form));
form.forEach((value, key, given) => console.log(key, typeof value, given === form));
for (const run of [
  () => form.append('x'), () => form.append('x', 'y', 'z'), () => form.get(), () => form.forEach(5),
  () => new FormData({}), () => FormData.prototype.get.call({}, 'a'), () => structuredClone(form),
]) {
  try { run(); } catch (error) { console.log(error.name, error.code, error.message); }
}
