'use strict';

// What the dashboard and the doctor's report have in common. All text gets into the page as text nodes or attributes,
// never as HTML: a URL or a function's name can hold anything.

const SVG = 'http://www.w3.org/2000/svg';
const PHASES = ['timers', 'pending', 'idle', 'prepare', 'poll', 'check', 'closing'];

/** An element with attributes, listeners (`onclick`) and children. */
function el(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  setAll(node, attributes);
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

function svg(name, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  setAll(node, attributes);
  node.append(...children.flat());
  return node;
}

function setAll(node, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(key, value === true ? '' : value);
  }
}

/** Replaces a text only where it differs, so that a screen reader is not told again and selections stay. */
function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** The lines of a stack. Calls that follow each other at one place are one line. */
function stackLines(frames) {
  const lines = [];
  for (const frame of frames) {
    const { text, own = true } = typeof frame === 'string' ? { text: frame } : frame;
    if (lines.at(-1)?.text === text) lines.at(-1).times++;
    else lines.push({ text, own, times: 1 });
  }
  return lines.map(({ text, own, times }) => el('li', { class: own ? null : 'core' }, times > 1 ? `${text}, ${times} times` : text));
}

// ---- numbers

function ms(value) {
  if (value === null || value === undefined || value < 0) return '–';
  if (value >= 60000) return `${(value / 60000).toFixed(1)} min`;
  if (value >= 1000) return `${(value / 1000).toFixed(value >= 10000 ? 1 : 2)} s`;
  if (value >= 100) return `${value.toFixed(0)} ms`;
  return value >= 1 ? `${value.toFixed(1)} ms` : value > 0 ? `${value.toFixed(2)} ms` : '0 ms';
}

function bytes(value) {
  if (value === null || value === undefined || value < 0) return '–';
  for (const unit of ['B', 'KB', 'MB']) {
    if (value < 1000) return `${value.toFixed(unit === 'B' || value >= 100 ? 0 : 1)} ${unit}`;
    value /= 1024;
  }
  return `${value.toFixed(2)} GB`;
}

function count(value) {
  if (value >= 1e6) return `${(value / 1e6).toFixed(2)} M`;
  return value >= 1e4 ? `${(value / 1e3).toFixed(1)} k` : value >= 100 || value === Math.round(value) ? value.toFixed(0) : value.toFixed(1);
}

function percent(value) {
  return `${(value * 100).toFixed(value > 0 && value < 0.0995 ? 1 : 0)} %`;
}

// ---- charts: one figure or a few over time, all with the same axis

/**
 * A chart without an axis of its own.
 * @param options title, unit (a function that formats), series: [{name, className, value(sample)}], least: the smallest maximum
 */
class Chart {
  constructor(options) {
    this.options = options;
    this.paths = options.series.map((series, i) => ({
      area: svg('path', { class: `area s${i} ${series.className ?? ''}` }),
      line: svg('path', { class: `line s${i} ${series.className ?? ''}`, 'vector-effect': 'non-scaling-stroke' }),
    }));
    this.cursor = svg('line', { class: 'cursor', y1: 0, y2: 100, x1: -10, x2: -10, 'vector-effect': 'non-scaling-stroke' });
    this.now = el('output', { class: 'now', 'aria-live': 'off' });
    this.top = el('span', { class: 'top', 'aria-hidden': 'true' });
    const grid = [0, 50].map((y) => svg('line', { class: 'grid', x1: 0, x2: 1000, y1: y + 0.5, y2: y + 0.5, 'vector-effect': 'non-scaling-stroke' }));
    this.plot = svg('svg', { viewBox: '0 0 1000 100', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      grid, this.paths.map((path) => path.area), this.paths.map((path) => path.line), this.cursor);
    this.node = el('section', { class: 'chart', 'aria-label': options.title },
      el('header', {}, el('h3', {}, options.title), this.now),
      el('div', { class: 'plot' }, this.plot), this.top);
    this.values = options.series.map((series, i) => el('span', {},
      options.series.length > 1 ? el('i', { class: `key s${i} ${series.className ?? ''}`, 'aria-hidden': 'true' }) : null,
      options.series.length > 1 ? `${series.name} ` : '', el('b', {})));
    this.now.append(...this.values);
  }

  /**
   * @param samples each with a time t, the oldest first
   * @param from, to the ends of the axis
   * @param at index of the sample that the cursor is on, or -1 for none
   */
  draw(samples, from, to, at) {
    const { series, unit, least } = this.options;
    let max = least;
    for (const sample of samples) for (const one of series) max = Math.max(max, one.value(sample));
    max = this.options.fixed ?? niceMax(max, unit);
    const x = (t) => ((t - from) / (to - from)) * 1000;
    const y = (value) => 100 - (Math.min(Math.max(value, 0), max) / max) * 96;
    series.forEach((one, i) => {
      let line = '';
      for (const sample of samples) line += `${line ? 'L' : 'M'}${x(sample.t).toFixed(1)} ${y(one.value(sample)).toFixed(1)}`;
      this.paths[i].line.setAttribute('d', line);
      this.paths[i].area.setAttribute('d', line && `${line}L${x(samples.at(-1).t).toFixed(1)} 100L${x(samples[0].t).toFixed(1)} 100Z`);
      const shown = samples.at(at);
      setText(this.values[i].querySelector('b'), shown ? unit(one.value(shown)) : '–');
    });
    setText(this.top, unit(max));
    const shown = at >= 0 ? samples[at] : null;
    this.cursor.setAttribute('x1', shown ? x(shown.t) : -10);
    this.cursor.setAttribute('x2', shown ? x(shown.t) : -10);
  }
}

/** 1, 2 or 5 times a power of ten, not below the value; of bytes, in the unit that they are shown in. */
function niceMax(value, unit) {
  const scale = unit === bytes ? 1024 ** Math.floor(Math.log(value) / Math.log(1024)) : 1;
  if (scale > 1) return niceMax(value / scale) * scale;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].find((step) => step * power >= value * 0.9999) * power;
}

// ---- tables

/** A table whose body is replaced by rows of cells; a cell is text, a node, or [text, class]. */
class Table {
  constructor(caption, heads, empty, className = null) {
    this.columns = heads.length;
    this.body = el('tbody');
    this.node = el('table', { class: className }, el('caption', { class: 'hidden' }, caption),
      el('thead', {}, el('tr', {}, heads.map((head) => {
        const isNumber = head.startsWith('#');
        return el('th', { scope: 'col', class: isNumber ? 'number' : null }, isNumber ? head.slice(1) : head);
      }))), this.body);
    this.heads = heads.map((head) => (head.startsWith('#') ? head.slice(1) : head));
    this.isNumber = heads.map((head) => head.startsWith('#'));
    this.rows = new Map();
    this.body.append(this.nothing = el('tr', {}, el('td', { colspan: this.columns, class: 'empty' }, empty)));
  }

  /** A row that has a `key` stays the same element; a cell whose text is the same is left alone, with what is open in it. */
  show(rows) {
    const next = new Map(rows.map((cells, i) => [cells.key ?? i, this.row(this.rows.get(cells.key ?? i), cells)]));
    const isSame = next.size === this.rows.size && [...next.keys()].join() === [...this.rows.keys()].join();
    this.rows = next;
    if (!isSame) this.body.replaceChildren(...(next.size === 0 ? [this.nothing] : [...next.values()].map((row) => row.node)));
  }

  row(old, cells) {
    const row = old ?? { node: el('tr', {}, this.heads.map((head) => el('td', { 'data-label': head }))), texts: [] };
    cells.forEach((cell, i) => {
      const [content, className] = Array.isArray(cell) ? cell : [cell, ''];
      const text = `${className}\n${content instanceof Node ? content.textContent : content}`;
      if (row.texts[i] === text) return;
      row.texts[i] = text;
      row.node.children[i].className = `${this.isNumber[i] ? 'number' : ''} ${className}`.trim();
      row.node.children[i].replaceChildren(content);
    });
    return row;
  }
}

// ---- CPU profiles

/** A .cpuprofile as a tree of {name, place, selfMs, totalMs, children}. Frames of equal name and place below one parent are one. */
function flameTree(profile) {
  const selfMicros = new Map();
  (profile.samples ?? []).forEach((id, i) => selfMicros.set(id, (selfMicros.get(id) ?? 0) + Math.max(0, profile.timeDeltas[i] ?? 0)));
  const byId = new Map(profile.nodes.map((node) => [node.id, node]));
  const convert = (nodes) => {
    const merged = new Map();
    for (const node of nodes) {
      const { functionName, url, lineNumber } = node.callFrame;
      const key = `${functionName}\n${url}\n${lineNumber}`;
      const entry = merged.get(key) ?? { name: functionName || '(anonymous)', url, line: lineNumber + 1, selfMs: 0, nodes: [] };
      merged.set(key, entry);
      entry.selfMs += (selfMicros.get(node.id) ?? 0) / 1000;
      entry.nodes.push(...(node.children ?? []).map((id) => byId.get(id)));
    }
    return [...merged.values()].map((entry) => {
      const children = convert(entry.nodes);
      const totalMs = entry.selfMs + children.reduce((sum, child) => sum + child.totalMs, 0);
      return { name: entry.name, place: placeOf(entry.url, entry.line), isCore: /^(node|gyre|wasm):/.test(entry.url), selfMs: entry.selfMs, totalMs, children };
    }).filter((entry) => entry.totalMs > 0).sort((a, b) => b.totalMs - a.totalMs);
  };
  return convert([profile.nodes[0]])[0] ?? { name: '(root)', place: '', selfMs: 0, totalMs: 0, children: [] };
}

function placeOf(url, line) {
  if (!url) return '';
  return `${url.replace(/^file:\/\//, '')}:${line}`;
}

/** What V8 calls time outside of JavaScript: here the loop waits in it, so it says nothing of the program. */
function isIdle(node) {
  return node.name === '(idle)' || node.name === '(program)';
}

/** Functions by the time that they took themselves, over all places where they were called. */
function topFunctions(tree, limit) {
  const all = new Map();
  const walk = (node, above) => {
    const key = `${node.name}\n${node.place}`;
    const entry = all.get(key) ?? { name: node.name, place: node.place, selfMs: 0, totalMs: 0 };
    all.set(key, entry);
    entry.selfMs += node.selfMs;
    if (!above.has(key)) entry.totalMs += node.totalMs;
    const within = new Set(above).add(key);
    node.children.forEach((child) => walk(child, within));
  };
  tree.children.forEach((child) => walk(child, new Set()));
  return [...all.values()].filter((one) => !isIdle(one)).sort((a, b) => b.selfMs - a.selfMs).slice(0, limit);
}

/**
 * A flame graph. A click, or Enter, makes a frame as wide as the whole; the top frame goes back. One frame is in the order
 * of the tab key, the arrow keys go to the others: down to a called function, up to the caller, left and right beside.
 */
class Flame {
  constructor() {
    this.canvas = el('div', { class: 'flame', role: 'tree', 'aria-label': 'Flame graph', onkeydown: (event) => this.move(event) });
    this.tip = el('p', { class: 'tip', 'aria-live': 'polite' }, 'Choose a frame to widen it; the arrow keys go from frame to frame.');
    this.node = el('div', {}, this.canvas, this.tip);
  }

  show(tree) {
    this.root = { ...tree, children: tree.children.filter((child) => !isIdle(child)) };
    this.root.totalMs = this.root.children.reduce((sum, child) => sum + child.totalMs, 0);
    this.root.name = this.root.totalMs > 0 ? 'all' : 'nothing ran';
    this.focus(this.root, []);
  }

  focus(node, path) {
    const hadFocus = this.canvas.contains(document.activeElement);
    this.canvas.replaceChildren();
    this.boxes = new Map(); // from an element to its parent, first child and neighbours
    const rows = [];
    const whole = node.totalMs || 1;
    const draw = (frame, left, depth, above, parent) => {
      const width = node.totalMs === 0 ? 1 : frame.totalMs / whole;
      if (width < 0.002 || depth > 60) return null;
      rows[depth] ??= this.canvas.appendChild(el('div', { class: 'row', role: 'none' }));
      const label = `${frame.name}${frame.place ? ` ${frame.place}` : ''}, ${ms(frame.totalMs)}, itself ${ms(frame.selfMs)}`;
      const box = el('button', {
        type: 'button', role: 'treeitem', 'aria-label': label, title: label, 'aria-level': depth + 1, tabindex: depth === 0 ? 0 : -1,
        class: frame.isCore ? 'core' : frame.place ? 'own' : 'engine',
        onclick: () => (frame === node && path.length > 0 ? this.focus(path.at(-1), path.slice(0, -1)) : this.focus(frame, frame === node ? path : above)),
        onfocus: () => setText(this.tip, label),
        onpointerenter: () => setText(this.tip, label),
      }, frame.name);
      box.style.left = `${left * 100}%`;
      box.style.width = `${width * 100}%`;
      rows[depth].append(box);
      const links = { ArrowUp: parent, ArrowDown: null, ArrowLeft: null, ArrowRight: null };
      this.boxes.set(box, links);
      let at = left;
      let beside = null;
      for (const child of frame.children) {
        const drawn = draw(child, at, depth + 1, [...above, frame], box);
        at += child.totalMs / whole;
        if (!drawn) continue;
        links.ArrowDown ??= drawn;
        this.boxes.get(drawn).ArrowLeft = beside;
        if (beside) this.boxes.get(beside).ArrowRight = drawn;
        beside = drawn;
      }
      return box;
    };
    const top = draw(node, 0, 0, path, null);
    if (hadFocus) top.focus();
  }

  move(event) {
    const links = this.boxes.get(event.target);
    if (!links || !(event.key in links)) return;
    event.preventDefault();
    const to = links[event.key];
    if (!to) return;
    event.target.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  }
}

// ---- light and dark

function themeToggle(button) {
  const stored = () => { try { return localStorage.getItem('gyre-theme'); } catch { return null; } };
  const apply = (theme) => {
    const isDark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
    button.setAttribute('aria-pressed', String(isDark));
    setText(button, isDark ? 'Light' : 'Dark');
    button.setAttribute('aria-label', isDark ? 'Change to light colours' : 'Change to dark colours');
  };
  apply(stored());
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => apply(stored()));
  button.addEventListener('click', () => {
    const next = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
    try { localStorage.setItem('gyre-theme', next); } catch { /* private window: holds until the page is left */ }
    apply(next);
  });
}
