import { pathToFileURL } from 'node:url';
const folder = new URL('.', import.meta.url).href;
for (const specifier of ['./folder', './folder/', './value', './value.mjs?x=1#y', 'missing-package', '@scope', 'http://example.org/x.mjs',
  './unknown.extension', 'node:missing', './a%2Fb.mjs', '#missing', '', 'file:///no/such/file.mjs', './sp%20ace.mjs']) {
  try {
    await import(specifier);
    console.log(JSON.stringify(specifier), 'found');
  } catch (error) {
    console.log(JSON.stringify(specifier), error.name, error.code, error.message.replaceAll(folder, '').split('\n')[1] ?? '');
  }
}
console.log(typeof pathToFileURL);
