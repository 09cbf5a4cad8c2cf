import { transformAsync } from '@babel/core';
const { code } = await transformAsync('class A { #x = 1; async f() { for await (const a of b) yield_(a?.b ?? this.#x); } }', { presets: [['@babel/preset-env', { targets: 'ie 11' }]], configFile: false });
console.log(code);
