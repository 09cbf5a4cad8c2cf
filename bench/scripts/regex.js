'use strict';
// Patterns as programs use them: log lines, addresses, a tokenizer, replacements.
const lines = Array.from({ length: 20_000 }, (_, i) =>
  `192.168.${i % 256}.${(i * 7) % 256} - user${i} [12/Mar/2026:10:${String(i % 60).padStart(2, '0')}:00 +0000] "GET /path/${i}?q=${i % 13}&name=some%20text HTTP/1.1" ${i % 9 ? 200 : 404} ${i * 31}`);
const source = 'const value = items.map((x, i) => x * 2.5 + i).filter(Boolean); // comment\nreturn "text" + value;\n'.repeat(2000);

const start = performance.now();
const log = /^(\d{1,3}(?:\.\d{1,3}){3}) - (\w+) \[([^\]]+)\] "(GET|POST) (\S+) HTTP\/1\.[01]" (\d{3}) (\d+)$/;
let bytes = 0;
let missing = 0;
for (let round = 0; round < 24; round++) {
  for (const line of lines) {
    const match = log.exec(line);
    bytes += Number(match[7]);
    if (match[6] === '404') missing++;
  }
}
let tokens = 0;
const token = /\s+|\/\/.*|"(?:[^"\\]|\\.)*"|[A-Za-z_$][\w$]*|\d+(?:\.\d+)?|=>|[-+*/=(){};,.]/gy;
for (let round = 0; round < 15; round++) {
  token.lastIndex = 0;
  while (token.exec(source) !== null) tokens++;
}
let replaced = 0;
for (const line of lines) {
  replaced += line.replace(/%([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16))).replace(/(?<=user)\d+/g, '#').length;
  if (/\b(?:foo|bar|baz)\b/i.test(line)) replaced++;
}
if (missing !== 53_352 || tokens !== 1_410_000) throw new Error(`${missing} ${tokens} ${bytes} ${replaced}`);
console.log(JSON.stringify({ ms: performance.now() - start }));
