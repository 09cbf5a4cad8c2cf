'use strict';
// One line of bench/json's tables.
const fs = require('node:fs');
const { parse, stringify } = require('gyre:json');

const [what, kind, megabytes, last] = process.argv.slice(2);

const ITEMS = {
  records: (i) => JSON.stringify({
    id: i, name: `user ${i}`, email: `u${i}@example.com`, tags: ['a', 'bb', 'ccc'], position: { x: i * 0.37, y: -i / 3 }, active: i % 2 === 0, note: null,
    text: `some longer text here with "quotes" ${i}`,
  }),
  numbers: (i) => `${i * 7}`,
  strings: (i) => `"some string number ${i}"`,
  texts: () => JSON.stringify('lorem ipsum dolor '.repeat(60)),
  nested: (i) => `[[[[{"a":[1,2,{"b":${i}}]}]]]]`,
  members: (i) => `"key${i}":${i}`,
};

function document() {
  const items = [];
  for (let i = 0, length = 0; length < Number(megabytes) * 1e6; i++) {
    const item = ITEMS[kind](i);
    items.push(item);
    length += item.length + 1;
  }
  return kind === 'members' ? `{${items.join()}}` : `{"data":{"items":[${items.join()}]}}`;
}

const ms = ({ user, system }) => (user + system) / 1000;
const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];

async function compare(native, sliced, rounds) {
  const figures = { native: [], sliced: [], ratio: [], latest: 0, turn: 0 };
  for (let round = 0; round <= rounds; round++) {
    globalThis.gc();
    let begin = process.cpuUsage();
    let result = native();
    const nativeMs = ms(process.cpuUsage(begin));
    result = undefined;
    globalThis.gc();
    let [at, cpu, isRunning, latest, turn] = [performance.now(), ms(process.threadCpuUsage()), true, 0, 0];
    (function look() {
      const [now, cpuNow] = [performance.now(), ms(process.threadCpuUsage())];
      latest = Math.max(latest, now - at);
      turn = Math.max(turn, cpuNow - cpu);
      [at, cpu] = [now, cpuNow];
      if (isRunning) setImmediate(look);
    })();
    begin = process.cpuUsage();
    result = await sliced();
    const slicedMs = ms(process.cpuUsage(begin));
    isRunning = false;
    result = undefined;
    if (round === 0) continue; // code is compiled
    figures.native.push(nativeMs);
    figures.sliced.push(slicedMs);
    figures.ratio.push(slicedMs / nativeMs);
    figures.latest = Math.max(figures.latest, latest);
    figures.turn = Math.max(figures.turn, turn);
  }
  process.stdout.write(`| ${kind} | ${median(figures.native).toFixed(0)} | ${median(figures.sliced).toFixed(0)} | ` +
    `${median(figures.ratio).toFixed(2)} | ${figures.latest.toFixed(0)} | ${figures.turn.toFixed(0)} |`);
}

(async () => {
  if (what === 'write') {
    fs.writeFileSync(last, document());
    return;
  }
  const text = what.startsWith('peak') ? fs.readFileSync(last, 'utf8') : document();
  if (what === 'cpu') {
    await compare(() => JSON.parse(text), () => parse(text), Number(last));
  } else if (what === 'stringify') {
    const value = JSON.parse(text);
    await compare(() => JSON.stringify(value), () => stringify(value), Number(last));
  } else {
    globalThis.gc();
    fs.writeFileSync('/proc/self/clear_refs', '5'); // the peak counts from here
    const before = process.memoryUsage.rss() / 2 ** 20;
    const value = what === 'peak-native' ? JSON.parse(text) : await parse(text);
    const peak = Number(/VmHWM:\s+(\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]) / 1024;
    process.stdout.write(` ${(peak - before).toFixed(0)} |`);
    globalThis.kept = value;
  }
})();
