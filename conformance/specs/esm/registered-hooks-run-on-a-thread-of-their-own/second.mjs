export async function load(url, context, next) {
  if (url.endsWith('.txt')) return { format: 'json', source: new TextEncoder().encode('{"text": true}'), shortCircuit: true };
  if (url.endsWith('provided.cjs')) {
    return { format: 'commonjs', source: 'module.exports = [typeof require, require("./required.cjs"), require("path").basename("/a/b")]', shortCircuit: true };
  }
  if (url.endsWith('required.cjs')) return { format: 'commonjs', source: 'module.exports = "from a hook"', shortCircuit: true };
  return next(url);
}
