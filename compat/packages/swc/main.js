const swc = require('@swc/core');
console.log(swc.transformSync('class A { #x: number = 1; get x() { return this.#x ?? 2; } }', { jsc: { parser: { syntax: 'typescript' }, target: 'es5' } }).code);
swc.transform('const a = <b c={1}>x</b>;', { jsc: { parser: { syntax: 'ecmascript', jsx: true } }, sourceMaps: true }).then(async ({ code, map }) => {
  console.log(code, map);
  console.log((await swc.minify('function long(argument) { return argument + 1 } console.log(long(2))', { compress: true, mangle: true })).code);
  await swc.parse('let = = 1').catch((error) => console.log(error.message.split('\n')[0]));
});
