'use strict';

// The doctor's report: everything it shows stands in the page.

const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId('data').textContent);

function showFacts() {
  const parts = [`${new Date(data.startedAt).toLocaleString()}, ${ms(data.durationMs)}${data.hadLoad ? ' under load' : ''}`];
  if (data.exitCode !== null) parts.push(`the program ended with exit code ${data.exitCode}`);
  setText(byId('facts'), `${parts.join('; ')}.`);
}

function showFindings() {
  byId('findings').append(...data.findings.map((finding, i) => el('article', { class: 'finding' },
    i === 0 ? null : el('h3', {}, finding.sentence),
    el('ul', {}, finding.advice.map((line) => el('li', {}, marked(line)))),
    finding.place ? excerpt(finding.place) : null)));
}

/** Words between backticks as code. */
function marked(line) {
  return line.split('`').map((part, i) => (i % 2 === 1 ? el('code', { class: 'code' }, part) : part));
}

function excerpt(place) {
  const name = `${place.function ? `${place.function}, ` : ''}${place.file}:${place.line}`;
  if (place.source.length === 0) return el('p', { class: 'code' }, name);
  return el('figure', {}, el('figcaption', { class: 'code' }, name),
    el('pre', { class: 'source code', tabindex: 0, 'aria-label': `Source of ${name}` }, place.source.map((line) => el('span', { class: line.line === place.line ? 'hit' : null },
      el('i', {}, String(line.line).padStart(5)), ` ${line.text}\n`))));
}

function showCharts() {
  const charts = [
    new Chart({ title: 'Loop delay', unit: ms, least: 10, series: [{ name: 'delay', className: 'alert', value: (s) => s.delay }] }),
    new Chart({ title: 'Loop utilisation', unit: percent, least: 1, fixed: 1, series: [{ name: 'used', value: (s) => s.used }] }),
    new Chart({ title: 'Garbage collection', unit: percent, least: 0.1, series: [{ name: 'time', value: (s) => s.gc }] }),
    new Chart({ title: 'Tasks waiting for the pool', unit: count, least: 5, series: [{ name: 'queued', value: (s) => s.queued }] }),
    new Chart({ title: 'Memory', unit: bytes, least: 64 << 20, series: [{ name: 'process', value: (s) => s.rss }, { name: 'heap', value: (s) => s.heap }] }),
    new Chart({ title: 'CPUs busy', unit: (v) => v.toFixed(2), least: 1, series: [{ name: 'cpu', value: (s) => s.cpus }] }),
    new Chart({ title: 'Active handles', unit: count, least: 5, series: [{ name: 'handles', value: (s) => s.handles }, { name: 'requests', value: (s) => s.requests }] }),
  ];
  byId('charts').append(...charts.map((chart) => chart.node));
  const series = data.series;
  const from = series[0]?.t ?? 0;
  const to = Math.max(from + 1000, series.at(-1)?.t ?? 0);
  const worst = series.reduce((at, sample, i) => (sample.delay > (series[at]?.delay ?? -1) ? i : at), 0);
  const draw = (at) => charts.forEach((chart) => chart.draw(series, from, to, at));
  draw(series.length > 0 ? worst : -1);
  setText(byId('axis-end'), ms(to - from));
  byId('charts').addEventListener('pointermove', (event) => {
    const box = event.target.closest('.plot')?.getBoundingClientRect();
    if (!box) return;
    const t = from + ((event.clientX - box.left) / box.width) * (to - from);
    let at = series.length - 1;
    while (at > 0 && series[at].t > t) at--;
    draw(at);
  });
  const figures = data.figures;
  const table = new Table('Figures', ['Figure', '#Value'], '');
  table.show([
    ['Loop delay, median', ms(figures.delayP50Ms)], ['Loop delay, 99th percentile', ms(figures.delayP99Ms)], ['Loop delay, longest', ms(figures.delayMaxMs)],
    ['Loop utilisation, mean', percent(figures.loopUsed)], ['Garbage collection', ms(figures.gcMs)], ['V8 heap, largest', bytes(figures.heapMaxBytes)],
    ['Held at the end, without garbage', bytes(figures.heldBytes)], ['Process memory, largest', bytes(figures.rssMaxBytes)], ['CPUs busy, mean', figures.cpus.toFixed(2)],
    ...figures.pool.map((lane) => [`Pool, ${lane.lane} lane`, `${count(lane.tasks)} tasks, waited ${ms(lane.meanWaitMs)}, ran ${ms(lane.meanRunMs)} on average`]),
  ]);
  byId('figures').append(table.node);
}

function showBlocks() {
  if (data.blocks.length === 0) {
    byId('blocks-card').hidden = true;
    return;
  }
  const table = new Table('Callbacks that held the loop', ['#Held for', 'Callback', 'Cause', 'Where'], '', 'rows-on-phones');
  table.show(data.blocks.toSorted((a, b) => b.ms - a.ms).slice(0, 50).map((block) => [
    ms(block.ms), [block.callback, 'code'], [`${block.cause}${block.detail ? `: ${block.detail}` : ''}`, 'wide'],
    el('div', { class: 'code' }, block.place ? `${block.place.function} ${block.place.file}:${block.place.line}` : '–',
      block.stack.length === 0 ? null : el('details', {}, el('summary', {}, 'Stack'), el('ol', { class: 'stack' }, stackLines(block.stack)))),
  ]));
  byId('blocks').append(table.node);
}

function showHeld() {
  byId('held-card').hidden = data.held.length === 0;
  const table = new Table('What was allocated and is still held', ['Function', 'Where', '#Share of it'], '', 'rows-on-phones');
  table.show(data.held.slice(0, 12).map((one) => [[one.function || '(anonymous)', 'code'], [`${one.file}:${one.line}`, 'code'], percent(one.share)]));
  byId('held').append(table.node);
}

function showProfile() {
  if (!data.profile) {
    byId('profile').append(el('p', { class: 'note' }, 'There is no CPU profile: the loop was held until the end, or the program ended at once.'));
    return;
  }
  const tree = flameTree(data.profile);
  const flame = new Flame();
  const table = new Table('Functions by their own time', ['Function', 'Where', '#Itself', '#With calls'], 'Nothing ran.', 'rows-on-phones');
  table.show(topFunctions(tree, 15).map((one) => [[one.name, 'code'], [one.place || '–', 'code'], ms(one.selfMs), ms(one.totalMs)]));
  byId('profile').append(flame.node, el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Functions by their own time' }, table.node));
  flame.show(tree);
}

themeToggle(byId('theme'));
showFacts();
showFindings();
showCharts();
showBlocks();
showHeld();
showProfile();
