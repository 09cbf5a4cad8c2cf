'use strict';
const vm = require('node:vm');

(async () => {
  const context = vm.createContext({ out: [], outer: 1 });
  const dependency = new vm.SyntheticModule(['value'], function() { this.setExport('value', 42); }, { context });
  const module = new vm.SourceTextModule(`
    import { value } from 'dependency';
    out.push(value, outer, typeof process, typeof globalThis.out, [] instanceof Array, this === undefined);
    globalThis.made = import.meta.mark;
    try { unknown(); } catch (error) { out.push(error.name, error instanceof ReferenceError); }
    outer = 2;
    export let exported = value + 1;
    export const list = [];
    const later = await import('later');
    out.push(later.default);
    export { later };
  `, {
    context,
    identifier: 'main',
    initializeImportMeta: (meta) => { meta.mark = 'meta'; },
    async importModuleDynamically(specifier) {
      const found = new vm.SourceTextModule(`export default '${specifier} loaded'`, { context });
      await found.link(() => {});
      await found.evaluate();
      return found;
    },
  });
  await module.link(() => dependency);
  console.log(module.status, await module.evaluate(), module.status);
  console.log(context.out, context.outer, context.made, module.namespace.exported, module.namespace.list instanceof Array);

  const failing = new vm.SourceTextModule('throw new TypeError("in the context")', { context });
  await failing.link(() => {});
  await failing.evaluate().catch((error) => { console.log(error.name, error instanceof TypeError, failing.status); });
  const endless = new vm.SourceTextModule('for (;;);', { context });
  await endless.link(() => {});
  await endless.evaluate({ timeout: 20 }).catch((error) => { console.log(error.code); });

  const compiled = vm.compileFunction('counter = (typeof counter === "undefined" ? 0 : counter) + 1; return [outer, Array]', [], { parsingContext: context });
  console.log(compiled()[0], compiled()[1] === Array, context.counter);
})();
