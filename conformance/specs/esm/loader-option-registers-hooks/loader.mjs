import { writeSync } from 'node:fs';
const short = (url) => url.replace(/.*\//, '');
export function globalPreload() { return 'console.log("gone")'; }
export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  writeSync(1, `resolve ${short(specifier)} from ${context.parentURL && short(context.parentURL)}: ${short(found.url)} ${found.format}\n`);
  return found;
}
export async function load(url, context, next) {
  const found = await next(url, context);
  writeSync(1, `load ${short(url)} ${context.format} ${found.format} ${found.source?.constructor.name}\n`);
  return found;
}
