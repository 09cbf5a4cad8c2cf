'use strict';

// `import(` in strings, templates, comments and regular expressions is text; behind all of these it is a call.
const name = './x';
const texts = [
  `import("${name}").y`,
  `${`import("${name}")`}.z`,
  "import('./x')", 'import("./x")', `a import('./x')`, `
import('./x') in a template`, /`import\(/.source, /"import\(/.source,
];
/* import('./x') */ // import('./x')
console.log(texts);
console.log(`import(${1})`, /* ` */ typeof import('fs'), '`', typeof import /* ( */ ('fs'));
console.log(`${typeof import('path')}`, `a
b${typeof import('path')}`, "'", typeof import('os'), `import(`.length);
import('os').then(({ EOL }) => console.log(JSON.stringify(EOL), new Function('return `import(1)`')()));
