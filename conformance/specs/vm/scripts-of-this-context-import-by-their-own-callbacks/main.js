'use strict';

const vm = require('vm');

const make = (name) => new vm.Script('() => import("x")', {
  importModuleDynamically: name === undefined ? undefined : async () => { throw new Error(name); },
});

(async () => {
  for (const context of [undefined, vm.createContext({}), vm.createContext(vm.constants.DONT_CONTEXTIFY)]) {
    const run = (script) => (context === undefined ? script.runInThisContext() : script.runInContext(context));
    const imports = [run(make('one')), run(make('two')), run(make()), run(make('three'))];
    for (const load of [...imports, imports[0]]) {
      await load().catch((error) => console.log(error.code ?? error.message));
    }
    console.log(imports[1].toString());
  }
})();
