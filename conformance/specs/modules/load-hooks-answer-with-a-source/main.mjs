import { registerHooks } from 'node:module';

const attempts = {
  none: () => ({ format: 'module', shortCircuit: true }),
  builtin: () => ({ format: 'builtin', shortCircuit: true }),
  scheme: (url, context, next) => next('nosuch:x', context),
  frame() { throw new Error(this === undefined ? 'no this' : 'this'); },
  context: (url, context) => ({ format: 'json', source: JSON.stringify(context.constructor.name), shortCircuit: true }),
};
for (const [name, load] of Object.entries(attempts)) {
  const hooks = registerHooks({ load });
  try {
    console.log(name, (await import(`./${name}.mjs`, name === 'context' ? { with: { type: 'json' } } : {})).default);
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
  hooks.deregister();
}
