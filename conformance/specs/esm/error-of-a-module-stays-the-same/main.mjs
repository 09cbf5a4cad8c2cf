const attempt = (name) => import(name).then(() => 'no error', (error) => error);
const first = await attempt('./throws.mjs');
console.log(first.message, first === await attempt('./throws.mjs'), first === await attempt('./imports-it.mjs'));
const syntax = await attempt('./broken.mjs');
console.log(syntax.name, syntax === await attempt('./broken.mjs'));
console.log(await attempt('./throws-nothing.mjs') === undefined);
