'use strict';
const vm = require('vm');
const tell = (context, code) => {
  try {
    console.log(code, '=>', vm.runInContext(code, context));
  } catch (error) {
    console.log(code, '=>', `${error.name}: ${error.message}`);
  }
};
const none = vm.createContext({ out: 1 }, { codeGeneration: { strings: false, wasm: false } });
tell(none, 'out + 1');
tell(none, 'eval("1 + 1")');
tell(none, 'eval(3)');
tell(none, 'new Function("return 1")()');
tell(none, 'Function("return 1")()');
tell(none, 'typeof eval + typeof Function + typeof WebAssembly.Module');
tell(none, '(() => 1) instanceof Function');
tell(none, 'new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))');
const all = vm.createContext(undefined, { name: 'all', codeGeneration: { strings: true } });
tell(all, 'eval("1 + 1") + new Function("return 2")()');
tell(all, 'new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])) instanceof WebAssembly.Module');
