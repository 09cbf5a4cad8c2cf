'use strict';
// Building, splitting and searching text.
const start = performance.now();
let html = '';
for (let i = 0; i < 600_000; i++) html += `<li class="${i % 3 ? 'odd' : 'even'}">` + i + '</li>\n';
let length = 0;
for (const line of html.split('\n')) length += line.trim().toUpperCase().length;

const words = 'the quick brown fox jumps over the lazy dog'.split(' ');
const parts = [];
for (let i = 0; i < 600_000; i++) parts.push(words[i % words.length].padStart(8, '.').slice(2), String.fromCharCode(97 + (i % 26)));
const text = parts.join('-');
let found = 0;
for (let at = text.indexOf('.fox'); at >= 0; at = text.indexOf('.fox', at + 1)) found++;

let hash = 0;
for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
let code = 0;
for (const character of text.slice(0, 2_000_000)) code += character.codePointAt(0);
if (found !== 66_667) throw new Error(`${found} ${hash} ${code} ${length}`);
console.log(JSON.stringify({ ms: performance.now() - start }));
