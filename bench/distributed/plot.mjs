// The plot of docs/scale.md: tasks a second, and what membership costs, by the number of nodes. Both axes are logarithmic.
import { clusterBytes, memberLoad, tasksPerSecond } from './model.mjs';

const WIDTH = 860;
const HEIGHT = 420;
const LEFT = 70;
const RIGHT = 190;
const TOP = 30;
const BOTTOM = 50;
const COUNTS = [1, 2, 3, 5, 8, 12, 20, 30, 50, 80, 100, 150, 200, 300, 500, 700, 1000];

export function plot(data) {
  const { workers, waitMs, rows } = data;
  const lowest = 1e-2;
  const highest = 1e6;
  const x = (n) => LEFT + (Math.log10(n) / 3) * (WIDTH - LEFT - RIGHT);
  const y = (v) => TOP + (1 - (Math.log10(Math.max(lowest, v)) - Math.log10(lowest)) / Math.log10(highest / lowest)) * (HEIGHT - TOP - BOTTOM);
  const line = (color, values) => `<polyline fill="none" stroke="${color}" stroke-width="2" points="${COUNTS.map((n) => `${x(n).toFixed(1)},${y(values(n)).toFixed(1)}`).join(' ')}"/>`;
  const dots = (color, key) => rows.map((row) => `<circle cx="${x(row.n).toFixed(1)}" cy="${y(key(row)).toFixed(1)}" r="3.5" fill="${color}"/>`).join('');
  const label = (text, color, v) => `<text x="${WIDTH - RIGHT + 8}" y="${(y(v) + 4).toFixed(1)}" fill="${color}">${text}</text>`;
  const parts = [];
  for (let e = -2; e <= 6; e++) {
    const at = y(10 ** e).toFixed(1);
    parts.push(`<line x1="${LEFT}" y1="${at}" x2="${WIDTH - RIGHT}" y2="${at}" stroke="#ddd"/><text x="${LEFT - 8}" y="${+at + 4}" text-anchor="end">${(10 ** e).toLocaleString('en')}</text>`);
  }
  for (const n of [1, 10, 100, 1000]) parts.push(`<text x="${x(n)}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${n}</text>`);
  parts.push(`<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">nodes (${workers} workers each); lines: model, dots: measured</text>`);
  const of = (us) => (n) => tasksPerSecond(data, n, workers, us);
  parts.push(line('#1565c0', of(0)), label('empty tasks/s', '#1565c0', of(0)(1000) * 3));
  parts.push(line('#2e7d32', of(waitMs * 1000)), dots('#2e7d32', ({ waiting }) => waiting), label(`${waitMs} ms tasks/s`, '#2e7d32', of(waitMs * 1000)(1000)));
  parts.push(line('#6a1b9a', of(1e6)), label('1 s tasks/s', '#6a1b9a', of(1e6)(1000)));
  const load = (n) => memberLoad(data, n) * 100;
  parts.push(line('#c62828', load), dots('#c62828', ({ idleUs }) => idleUs / 1e4), label('membership, % of a core', '#c62828', load(1000)));
  const bytes = (n) => clusterBytes(data, n, 0) / 1e6;
  parts.push(line('#ef6c00', bytes), dots('#ef6c00', ({ idleBytes }) => idleBytes / 1e6), label('membership, MB/s in all', '#ef6c00', bytes(1000)));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#222"><rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>${parts.join('\n')}</svg>\n`;
}
