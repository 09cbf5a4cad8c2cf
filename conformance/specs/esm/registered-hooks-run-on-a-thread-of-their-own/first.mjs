import { isInternalThread, isMainThread, workerData, parentPort } from 'node:worker_threads';
let port;
export async function initialize(data) {
  ({ port } = data);
  port.postMessage(`initialize ${data.answer} ${isInternalThread} ${isMainThread} ${workerData} ${parentPort}`);
}
const names = (context) => Object.keys(context).join();
export async function resolve(specifier, context, next) {
  if (specifier === 'virtual:never') return new Promise(() => {});
  if (specifier === 'virtual:throws') throw Object.assign(new TypeError('thrown by a hook'), { code: 'OWN' });
  if (specifier === 'virtual:incomplete') return { url: specifier };
  if (specifier === 'virtual:no-url') return { url: 1, shortCircuit: true };
  if (specifier === 'virtual:end') port.postMessage('end');
  if (specifier.startsWith('virtual:')) {
    port.postMessage(`resolve ${specifier} ${names(context)} ${context.conditions}`);
    return { url: specifier, shortCircuit: true, importAttributes: context.importAttributes };
  }
  const found = await next(specifier, context);
  port.postMessage(`resolve ${specifier} ${found.format}`);
  return found;
}
export async function load(url, context, next) {
  if (url === 'virtual:no-format') return { source: '', shortCircuit: true };
  if (url === 'virtual:bad-source') return { source: 1, format: 'module', shortCircuit: true };
  if (url.startsWith('virtual:')) {
    port.postMessage(`load ${url} ${names(context)}`);
    return { format: 'module', source: `export default ${JSON.stringify(url)}`, shortCircuit: true };
  }
  return next(url, context);
}
