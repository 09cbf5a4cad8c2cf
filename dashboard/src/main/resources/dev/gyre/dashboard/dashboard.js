'use strict';

// The page is told of every look at the process ten times a second. It keeps the last 30 seconds and draws one moment of
// them: the latest, or the one that the slider is on while it is paused.

const KEPT_MS = 30000;
const RATE_MS = 1000; // rates and shares are those of the second before the moment
const WAITING = PHASES.length + 1;
const SECRET = document.querySelector('meta[name="gyre-secret"]').content;
const TITLE = document.title;
const byId = (id) => document.getElementById(id);
const isStill = matchMedia('(prefers-reduced-motion: reduce)');

/** What was received: loops by number, each with its samples; the process's samples; the pool's lanes by time. */
const live = { loops: new Map(), process: [], lanes: [], blocks: [] };
let shown = live; // a copy while paused
let selected = 0;
let pausedAt = null; // the moment while paused, in ms
let playTimer = null;
let isConnected = false;

// ---- receiving

function take(store, data) {
  const t = data.process.at(-1)?.t ?? Date.now();
  for (const loop of data.loops) {
    let entry = store.loops.get(loop.id);
    if (!entry) store.loops.set(loop.id, entry = { id: loop.id, name: loop.name, samples: [] });
    entry.seen = t;
    entry.canEnd = loop.canEnd;
    entry.samples.push(...loop.samples);
    drop(entry.samples, t);
  }
  for (const [id, loop] of store.loops) if (t - loop.seen > KEPT_MS) store.loops.delete(id);
  store.process.push(...data.process);
  drop(store.process, t);
  store.lanes.push({ t, lanes: data.lanes, nodes: data.nodes });
  drop(store.lanes, t);
}

function drop(list, t) {
  let old = 0;
  while (old < list.length && list[old].t < t - KEPT_MS) old++;
  if (old > 0) list.splice(0, old);
}

function connect() {
  const source = new EventSource('/api/live');
  source.addEventListener('history', (event) => {
    live.loops.clear();
    live.process.length = live.lanes.length = 0;
    const data = JSON.parse(event.data);
    isConnected = true;
    take(live, data);
    schedule();
  });
  source.addEventListener('tick', (event) => {
    take(live, JSON.parse(event.data));
    schedule();
  });
  source.addEventListener('blocks', (event) => {
    live.blocks = JSON.parse(event.data);
    schedule();
  });
  source.addEventListener('jobs', (event) => showJobs(JSON.parse(event.data)));
  source.addEventListener('error', () => {
    isConnected = false;
    schedule();
  });
}

// ---- the moment that is shown

function endOf(store) {
  return store.process.at(-1)?.t ?? Date.now();
}

function moment() {
  return pausedAt ?? endOf(live);
}

/** The index of the last sample that is not after t, -1 where there is none. */
function indexAt(samples, t) {
  let i = samples.length - 1;
  while (i > 0 && samples[i].t > t) i--;
  return i;
}

/** The samples of the second that ends at the moment, added up. */
function sumOf(samples) {
  const end = indexAt(samples, moment());
  const sum = { dt: 0, wait: 0, turns: 0, callbacks: 0, phases: PHASES.map(() => 0), delay: 0, kinds: new Map() };
  for (let i = end; i >= 0 && samples[i].t > samples[end].t - RATE_MS; i--) {
    const sample = samples[i];
    sum.dt += sample.dt;
    sum.wait += sample.wait;
    sum.turns += sample.turns;
    sum.callbacks += sample.callbacks;
    sum.delay = Math.max(sum.delay, sample.delay);
    sample.phases.forEach((value, phase) => { sum.phases[phase] += value; });
    for (const one of sample.kinds) {
      const all = sum.kinds.get(one.kind) ?? { count: 0, ms: 0, longest: 0 };
      sum.kinds.set(one.kind, all);
      all.count += one.count;
      all.ms += one.ms;
      all.longest = Math.max(all.longest, one.longest);
    }
  }
  return sum;
}

function utilization(sample) {
  return sample.dt > 0 ? Math.min(1, Math.max(0, 1 - sample.wait / sample.dt)) : 0;
}

function nameOfPhase(sample) {
  return sample.phase === WAITING ? 'waiting in poll' : sample.phase === 0 ? 'not turning' : PHASES[sample.phase - 1];
}

/** How long the loop has been held, as far as the delay of tasks that wait for it tells; 0 where it is fine. */
function heldMs(sample) {
  return sample.phase === WAITING ? 0 : sample.delay;
}

/** Whether a callback holds the loop for so long that somebody notices. */
function isHeld(sample) {
  return heldMs(sample) > 200;
}

// ---- the ring: seven arcs in the order in which a turn passes them; inside, the share of time that each took

const TURN = 2 * Math.PI;
const GAP = 0.05;
const MOST_ROUNDS_PER_S = 1.2;
const TURNS_PER_ROUND = 60;

function arc(radius, from, to) {
  const point = (angle) => `${(100 + radius * Math.sin(angle)).toFixed(2)} ${(100 - radius * Math.cos(angle)).toFixed(2)}`;
  return `M${point(from)}A${radius} ${radius} 0 ${to - from > Math.PI ? 1 : 0} 1 ${point(to)}`;
}

class Ring {
  constructor(isSmall) {
    const width = isSmall ? 26 : 16;
    this.parts = PHASES.map((name, i) => svg('path', {
      class: `part p-${name}`, 'stroke-width': width,
      d: arc(88 - (isSmall ? 3 : 0), (i / 7) * TURN + GAP / 2, ((i + 1) / 7) * TURN - GAP / 2),
    }, svg('title', {}, name)));
    this.shares = isSmall ? [] : PHASES.map((name) => svg('path', { class: `share p-${name}`, 'stroke-width': 9 }));
    this.big = svg('text', { class: 'big', x: 100, y: 102 });
    this.small = svg('text', { class: 'small', x: 100, y: 120 });
    this.hand = svg('circle', { class: 'hand', r: isSmall ? 13 : 5, cx: 100, cy: isSmall ? 15 : 12 });
    this.radius = isSmall ? 85 : 88;
    this.node = svg('svg', { viewBox: '0 0 200 200', role: 'img' }, this.parts,
      isSmall ? [] : [svg('circle', { class: 'track', cx: 100, cy: 100, r: 71, 'stroke-width': 9 }), ...this.shares, this.big, this.small], this.hand);
    this.angle = 0; // of the hand, in rounds
    this.speed = 0; // in rounds per second
    this.lit = -1;
  }

  show(sample, sum) {
    const here = sample.phase === WAITING ? 4 : sample.phase - 1;
    const used = sum.dt > 0 ? Math.max(0, 1 - sum.wait / sum.dt) : 0;
    const turnsPerS = sum.dt > 0 ? (sum.turns * 1000) / sum.dt : 0;
    this.turn(sample, here, turnsPerS);
    if (this.shares.length === 0) return;
    let from = 0;
    this.shares.forEach((share, i) => {
      const part = Math.min(sum.dt > 0 ? sum.phases[i] / sum.dt : 0, 1 - from);
      share.setAttribute('d', part > 0.003 ? arc(71, from * TURN, Math.min(from + part, 0.9999) * TURN) : '');
      from += part;
    });
    setText(this.big, percent(used));
    setText(this.small, `${count(Math.round(turnsPerS))} turns/s`);
    this.node.setAttribute('aria-label', `Loop ${percent(used)} used, now ${nameOfPhase(sample)}. The table beside this has the figures.`);
  }

  /** The hand goes round with the turns, at a speed that can be seen; it stops in the phase in which the loop is held. */
  turn(sample, here, turnsPerS) {
    this.node.classList.toggle('held', isHeld(sample));
    const isTurning = isConnected && !isHeld(sample) && !isStill.matches && (pausedAt === null || playTimer !== null);
    this.speed = isTurning ? Math.min(MOST_ROUNDS_PER_S, turnsPerS / TURNS_PER_ROUND) : 0;
    if (this.speed === 0) this.place(here < 0 ? 0 : (here + 0.5) / 7, here);
  }

  step(seconds) {
    if (this.speed === 0) return;
    const angle = (this.angle + this.speed * seconds) % 1;
    this.place(angle, Math.floor(angle * 7));
  }

  place(angle, lit) {
    this.angle = angle;
    this.hand.setAttribute('cx', (100 + this.radius * Math.sin(angle * TURN)).toFixed(1));
    this.hand.setAttribute('cy', (100 - this.radius * Math.cos(angle * TURN)).toFixed(1));
    if (lit === this.lit) return;
    this.parts[this.lit]?.classList.remove('here');
    this.parts[lit]?.classList.add('here');
    this.lit = lit;
  }
}

let steppedAt = 0;

/** Thirty steps a second are enough for the eye. A page that can't be seen gets no frames. */
function stepRings(nowMs) {
  requestAnimationFrame(stepRings);
  if (nowMs - steppedAt < 30) return;
  const seconds = Math.min(0.1, (nowMs - steppedAt) / 1000);
  steppedAt = nowMs;
  ring.step(seconds);
  for (const tab of tabs.values()) tab.ring.step(seconds);
}

const ring = new Ring(false);
byId('ring').append(ring.node);
const phaseTable = new Table('Time in each phase during the last second', ['Phase', '#Time', '#Share'], '');
byId('phase-table').append(phaseTable.node);

function showPhases(loop) {
  const samples = loop.samples;
  const sample = samples[indexAt(samples, moment())];
  const sum = sumOf(samples);
  ring.show(sample, sum);
  const share = (value) => (sum.dt > 0 ? percent(Math.min(1, value / sum.dt)) : '–');
  const row = (name, value) => [el('span', {}, el('i', { class: `p p-${name}`, 'aria-hidden': 'true' }), name), ms(value), share(value)];
  phaseTable.show([...PHASES.map((name, i) => row(name, sum.phases[i])), row('waiting', sum.wait)]);
}

// ---- what runs

/** Kinds that are the runtime's own work, between the program's callbacks. */
const OWN_KINDS = new Set(['pending', 'idle', 'prepare', 'channel', 'request', 'async', 'post', 'poll end', 'check', 'close']);

const now = (() => {
  const facts = ['Phase', 'Callback', 'Running for', 'Delay of others'].map((name) => ({ name, value: el('dd', {}, '–') }));
  const what = el('p', { class: 'code what', hidden: true });
  const stack = el('ol', { class: 'stack code', 'aria-label': 'Stack, innermost call first', tabindex: 0, hidden: true });
  const note = el('p', { class: 'note' });
  const kinds = new Table('Callbacks of the last second by kind', ['In the last second', '#Callbacks', '#Time', '#Longest'], 'No callback ended.');
  const end = el('button', { type: 'button', class: 'danger', 'aria-disabled': 'true', 'aria-describedby': 'end-reason', onclick: () => endCallback() }, 'End this callback');
  const reason = el('span', { class: 'note', id: 'end-reason' });
  byId('now').append(
    el('dl', { class: 'fact' }, facts.map((fact) => el('div', {}, el('dt', {}, fact.name), fact.value))),
    note, what, stack, el('div', { class: 'kinds' }, kinds.node), el('div', { class: 'tools end' }, end, reason));
  return { values: facts.map((fact) => fact.value), what, stack, note, kinds, end, reason, shownStack: '' };
})();

function showNow(loop) {
  const sample = loop.samples[indexAt(loop.samples, moment())];
  const isRunning = sample.phase !== WAITING && sample.kind !== 'none';
  const block = isRunning ? shown.blocks.find((one) => one.number === sample.number && one.who === loop.name) : undefined;
  setText(now.values[0], nameOfPhase(sample));
  setText(now.values[1], !isRunning ? '–' : OWN_KINDS.has(sample.kind) ? 'runtime' : sample.kind);
  setText(now.values[2], isRunning ? ms(sample.ran) : '–');
  setText(now.values[3], ms(sample.delay));
  now.values[3].classList.toggle('bad', isHeld(sample));
  now.what.hidden = !block?.what;
  setText(now.what, block?.what ?? '');
  const frames = block?.stack ?? [];
  now.stack.hidden = frames.length === 0;
  const text = JSON.stringify(frames);
  if (text !== now.shownStack) {
    now.shownStack = text;
    now.stack.replaceChildren(...stackLines(frames));
  }
  setText(now.note, noteOf(sample, block));
  showKinds(loop, frames.length > 0);
  const reason = reasonNotToEnd(loop, sample, isRunning);
  now.end.setAttribute('aria-disabled', String(reason !== ''));
  setText(now.reason, reason || 'An HTTP request is answered with 503; any other callback becomes an uncaught exception.');
  now.number = sample.number;
}

function noteOf(sample, block) {
  if (sample.phase === WAITING) return 'The loop waits for something to happen.';
  if (!isHeld(sample)) return sample.phase === 0 ? 'The main script runs, or the loop has ended.' : 'Nothing holds the loop.';
  return block ? `Cause: ${block.cause}${block.detail ? `: ${block.detail}` : ''}.` : 'One callback holds the loop; everything else waits.';
}

/** The stack takes the place of the table while there is one. */
function showKinds(loop, hasStack) {
  now.kinds.node.parentNode.hidden = hasStack;
  if (hasStack) return;
  const kinds = [...sumOf(loop.samples).kinds].filter(([kind]) => !OWN_KINDS.has(kind)).sort(([, a], [, b]) => b.ms - a.ms);
  now.kinds.show(kinds.slice(0, 6).map(([kind, one]) => Object.assign([kind, count(one.count), ms(one.ms), ms(one.longest)], { key: kind })));
}

function reasonNotToEnd(loop, sample, isRunning) {
  if (!loop.canEnd) return 'Callbacks of this runtime can’t be ended from outside.';
  if (pausedAt !== null) return 'Only the callback that runs now can be ended: go back to live.';
  return isRunning && isHeld(sample) ? '' : 'No callback holds the loop.';
}

function endCallback() {
  if (now.end.getAttribute('aria-disabled') === 'true') return;
  act(`/api/end-callback?runtime=${selected}&number=${now.number}`);
}

// ---- charts

const charts = {
  delay: new Chart({ title: 'Loop delay', unit: ms, least: 10, series: [{ name: 'delay', className: 'alert', value: (s) => s.delay }] }),
  used: new Chart({ title: 'Loop utilisation', unit: percent, least: 1, fixed: 1, series: [{ name: 'used', value: utilization }] }),
  gc: new Chart({ title: 'Garbage collection', unit: percent, least: 0.1, series: [{ name: 'time', value: (s) => (s.dt > 0 ? s.gc / s.dt : 0) }] }),
  handles: new Chart({
    title: 'Active handles', unit: count, least: 5,
    series: [{ name: 'handles', value: (s) => s.handles }, { name: 'requests', value: (s) => s.requests }],
  }),
  heap: new Chart({
    title: 'V8 heap', unit: bytes, least: 16 << 20,
    series: [{ name: 'used', value: (s) => s.heap[0] }, { name: 'total', value: (s) => s.heap[1] }],
  }),
  rss: new Chart({ title: 'Process memory (RSS)', unit: bytes, least: 64 << 20, series: [{ name: 'rss', value: (s) => s.rss }] }),
  cpu: new Chart({ title: 'CPUs busy (process)', unit: (v) => v.toFixed(2), least: 1, series: [{ name: 'cpu', value: (s) => s.cpu }] }),
};
const ofProcess = new Set(['rss', 'cpu']);
byId('charts').append(...Object.values(charts).map((chart) => chart.node));

function showCharts(loop) {
  const to = endOf(shown);
  for (const [name, chart] of Object.entries(charts)) {
    const samples = ofProcess.has(name) ? shown.process : loop.samples;
    chart.draw(samples, to - KEPT_MS, to, pausedAt === null ? -1 : indexAt(samples, pausedAt));
  }
}

// The charts are one time axis: a pointer that goes over them, pressed, chooses the moment.
byId('charts').addEventListener('pointerdown', (event) => scrubTo(event));
byId('charts').addEventListener('pointermove', (event) => { if (event.buttons === 1) scrubTo(event); });

function scrubTo(event) {
  const plot = event.target.closest('.plot');
  if (!plot) return;
  event.preventDefault();
  const box = plot.getBoundingClientRect();
  pause();
  const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
  goTo(endOf(shown) - KEPT_MS * (1 - share));
}

// ---- replay

function pause() {
  if (pausedAt !== null) return;
  shown = structuredClone(live);
  pausedAt = endOf(shown);
  setText(byId('pause'), 'Back to live');
  byId('play').hidden = false;
}

function resume() {
  stopPlaying();
  shown = live;
  pausedAt = null;
  byId('scrub').value = 0;
  tellMoment();
  setText(byId('pause'), 'Pause');
  byId('play').hidden = true;
  schedule();
}

function goTo(t) {
  pausedAt = Math.min(endOf(shown), Math.max(endOf(shown) - KEPT_MS, t));
  byId('scrub').value = (pausedAt - endOf(shown)) / 1000;
  tellMoment();
  schedule();
}

function tellMoment() {
  byId('scrub').setAttribute('aria-valuetext', pausedAt === null ? 'now' : `${((endOf(shown) - pausedAt) / 1000).toFixed(1)} seconds ago`);
}

function stopPlaying() {
  clearInterval(playTimer);
  playTimer = null;
  setText(byId('play'), 'Play');
}

byId('pause').addEventListener('click', () => { if (pausedAt === null) { pause(); schedule(); } else resume(); });
byId('scrub').addEventListener('input', () => {
  pause();
  goTo(endOf(shown) + Number(byId('scrub').value) * 1000);
});
byId('play').addEventListener('click', () => {
  if (playTimer !== null) { stopPlaying(); return; }
  if (pausedAt >= endOf(shown) - 100) goTo(shown.process[0]?.t ?? pausedAt);
  setText(byId('play'), 'Stop');
  playTimer = setInterval(() => {
    goTo(pausedAt + 100);
    if (pausedAt >= endOf(shown)) stopPlaying();
  }, 100);
});
document.addEventListener('keydown', (event) => {
  if (event.key === ' ' && event.target === document.body) {
    event.preventDefault();
    byId('pause').click();
  }
});

// ---- slow callbacks, pool, runtimes

const slowTable = new Table('Callbacks that held a loop', ['When', 'Runtime', '#Held for', 'Callback', 'Cause', 'Where'], 'No callback has held a loop for long.', 'rows-on-phones');
byId('slow').append(slowTable.node);

function showSlow() {
  const current = new Map([...shown.loops.values()].map((loop) => [loop.name, loop.samples[indexAt(loop.samples, moment())]]));
  const held = (block) => {
    const sample = current.get(block.who);
    return !block.over && sample?.number === block.number ? Math.max(block.ms, sample.ran) : block.ms;
  };
  slowTable.show(shown.blocks.filter((block) => block.t <= moment()).slice(-20).reverse().map((block) => Object.assign([
    clock(block.t), block.who, ms(held(block)) + (block.ended ? ', ended' : block.over ? '' : ' …'),
    [`${block.kind}${block.what ? ` ${block.what}` : ''}`, 'code'], [`${block.cause}${block.detail ? `: ${block.detail}` : ''}`, 'wide'],
    [whereOf(block), 'code'],
  ], { key: `${block.t} ${block.who} ${block.number}` })));
}

function whereOf(block) {
  if (block.stack.length === 0) return block.place || '–';
  return el('details', {}, el('summary', {}, block.place || 'stack'),
    el('ol', { class: 'stack', 'aria-label': 'Stack, innermost call first' }, stackLines(block.stack)));
}

function clock(t) {
  return new Date(t).toTimeString().slice(0, 8);
}

const nodeTable = new Table('Nodes that run tasks of pools', ['Node', 'Address', '#Workers', '#Running', '#Completed', '#Failed', '#Waited, median', '#99 %', '#Ran, median', '#99 %'], 'No node has answered yet.');
byId('nodes').append(nodeTable.node);

function showNodes() {
  const { nodes = [] } = shown.lanes[indexAt(shown.lanes, moment())] ?? {};
  if (nodes.length > 0) byId('nodes-card').hidden = false;
  nodeTable.show(nodes.map((node) => Object.assign([
    node.name, node.address, count(node.workers), count(node.running), count(node.completed), count(node.failed),
    ms(node.waited50), ms(node.waited99), ms(node.ran50), ms(node.ran99),
  ], { key: `${node.runtime} ${node.name} ${node.address}` })));
}

const lanes = new Map();

function showPool() {
  const at = shown.lanes[indexAt(shown.lanes, moment())];
  if (!at || at.lanes.length === 0) {
    if (lanes.size === 0) setText(byId('pool'), 'The pool has not been used yet.');
    return;
  }
  if (lanes.size === 0) byId('pool').replaceChildren();
  for (const lane of at.lanes) {
    let parts = lanes.get(lane.name);
    if (!parts) {
      parts = {
        figures: el('span'), threads: el('div', { class: 'threads', role: 'img' }), oldest: el('p', { class: 'note' }),
        times: new Table(`How long tasks of lane ${lane.name} took`, ['', '#Tasks', '#Median', '#99 %', '#Longest'], ''),
        table: new Table(`Tasks on the threads of lane ${lane.name}`, ['Task', 'Submitted by', '#Running for'], 'Nothing runs.'),
      };
      lanes.set(lane.name, parts);
      byId('pool').append(el('section', { class: 'lane', 'aria-label': `Lane ${lane.name}` },
        el('h3', {}, lane.name === 'io' ? 'I/O' : 'CPU', parts.figures), parts.threads, parts.oldest, parts.times.node, parts.table.node));
    }
    setText(parts.figures, `${lane.queued} waiting, ${lane.running.length} running, ${lane.threads} of ${lane.limit} threads`);
    const marks = Array.from({ length: Math.max(lane.limit, lane.threads) }, (_, i) => (i < lane.stuck ? 'stuck' : i < lane.running.length ? 'busy' : ''));
    if (marks.join() !== parts.marks) {
      parts.marks = marks.join();
      parts.threads.replaceChildren(...marks.map((mark) => el('i', { class: mark || null })));
      parts.threads.setAttribute('aria-label', `${lane.running.length} of ${lane.limit} threads busy${lane.stuck ? `, ${lane.stuck} stuck` : ''}`);
    }
    setText(parts.oldest, lane.oldest ? `Waits longest: ${lane.oldest.name}${lane.oldest.by ? ` of ${lane.oldest.by}` : ''}, for ${ms(lane.oldest.ms)}` : '');
    parts.oldest.classList.toggle('bad', lane.oldest?.ms > 1000);
    const times = (name, of) => [name, count(of.count), ms(of.p50), ms(of.p99), ms(of.max)];
    parts.times.show([times('Waited', lane.waited), times('Ran', lane.ran)]);
    parts.table.show(lane.running.slice(0, 6).map((task) => [[task.name, 'code'], [task.by || '–', 'code'], [ms(task.ms), task.stuck ? 'bad' : '']]));
  }
}

const tabs = new Map();

function showRuntimes() {
  const isAlone = shown.loops.size < 2;
  for (const [id, tab] of tabs) {
    if (!shown.loops.has(id) || isAlone) {
      tab.button.remove();
      tabs.delete(id);
    }
  }
  if (isAlone) return;
  for (const loop of shown.loops.values()) {
    let tab = tabs.get(loop.id);
    if (!tab) {
      const small = new Ring(true);
      small.node.setAttribute('aria-hidden', 'true');
      const figures = el('span');
      const button = el('button', { type: 'button', class: 'runtime', onclick: () => { selected = loop.id; schedule(); } },
        small.node, el('span', {}, el('b', { title: loop.name }, loop.name), figures));
      tabs.set(loop.id, tab = { ring: small, figures, button });
      byId('runtimes').append(button);
    }
    const sample = loop.samples[indexAt(loop.samples, moment())];
    const sum = sumOf(loop.samples);
    tab.ring.show(sample, sum);
    tab.button.setAttribute('aria-pressed', String(loop.id === selected));
    tab.button.dataset.state = isHeld(sample) ? 'bad' : 'good';
    setText(tab.figures, isHeld(sample) ? `held for ${ms(heldMs(sample))}`
      : `${percent(sum.dt > 0 ? Math.max(0, 1 - sum.wait / sum.dt) : 0)} used, delay ${ms(sum.delay)}`);
  }
}

function showStatus() {
  const main = live.loops.get(0);
  const sample = main?.samples.at(-1);
  const [state, text] = !isConnected ? ['warn', 'Connection lost'] : !sample ? ['warn', 'No figures']
    : isHeld(sample) ? ['bad', `Blocked for ${ms(heldMs(sample))}`]
      : sample.phase === 0 ? ['warn', 'Main script runs'] : ['good', 'Turning'];
  setText(byId('status-text'), text);
  if (byId('status').dataset.state === state) return;
  byId('status').dataset.state = state;
  setText(byId('announcement'), state === 'bad' ? 'The loop is blocked' : text); // once: a time that grows would be read out without end
  document.title = state === 'bad' ? `Blocked: ${TITLE}` : TITLE;
}

// ---- actions

async function act(url) {
  let complaint = '';
  try {
    const answer = await fetch(url, { method: 'POST', headers: { 'x-gyre-secret': SECRET } });
    const text = await answer.text();
    if (!answer.ok) complaint = text.startsWith('{') ? JSON.parse(text).error : text;
  } catch (error) {
    complaint = `The process does not answer: ${error.message}`;
  }
  setText(byId('complaint'), complaint);
}

byId('take-profile').addEventListener('click', () => act(`/api/cpu-profile?runtime=${selected}`));
byId('take-snapshot').addEventListener('click', () => act(`/api/heap-snapshot?runtime=${selected}`));

const WORDS = {
  WAITING: 'waits for the running callback to end', RECORDING: 'is being recorded', DONE: 'is ready', FAILED: 'failed',
};
let profileShown = null;

function showJobs(jobs) {
  byId('jobs').replaceChildren(...jobs.toReversed().slice(0, 4).map((job) => el('p', { class: job.state === 'FAILED' ? 'bad' : null },
    `${job.kind === 'cpu-profile' ? 'CPU profile' : 'Heap snapshot'} of ${live.loops.get(job.runtime)?.name ?? job.runtime} ${WORDS[job.state]}${job.error ? `: ${job.error}` : ''} `,
    job.state === 'DONE' ? el('a', { href: `/download/${job.id}`, download: job.name }, `Download ${job.name}`) : null)));
  const done = jobs.findLast((job) => job.kind === 'cpu-profile' && job.state === 'DONE');
  if (done && done.id !== profileShown) {
    profileShown = done.id;
    showProfile(done.id);
  }
}

async function showProfile(id) {
  const answer = await fetch(`/download/${id}`);
  if (!answer.ok) return;
  const tree = flameTree(await answer.json());
  const flame = new Flame();
  const table = new Table('Functions by their own time', ['Function', 'Where', '#Itself', '#With calls'], 'Nothing ran.', 'rows-on-phones');
  table.show(topFunctions(tree, 12).map((one) => [[one.name, 'code'], [one.place || '–', 'code'], ms(one.selfMs), ms(one.totalMs)]));
  byId('profile').replaceChildren(el('h3', {}, 'Flame graph'), flame.node, el('h3', {}, 'Functions by their own time'),
    el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Functions by their own time' }, table.node));
  byId('profile').hidden = false;
  flame.show(tree);
}

// ---- drawing

let isScheduled = false;

function schedule() {
  if (isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(() => {
    isScheduled = false;
    draw();
  });
}

function draw() {
  showStatus();
  const loop = shown.loops.get(selected) ?? shown.loops.get(0);
  if (!loop || loop.samples.length === 0) return;
  selected = loop.id;
  const back = (moment() - endOf(shown)) / 1000;
  setText(byId('moment'), pausedAt === null ? 'live' : `${back < 0 ? '−' : ''}${Math.abs(back).toFixed(1)} s`);
  showRuntimes();
  showPhases(loop);
  showNow(loop);
  showCharts(loop);
  showSlow();
  showPool();
  showNodes();
}

themeToggle(byId('theme'));
tellMoment();
connect();
requestAnimationFrame(stepRings);
