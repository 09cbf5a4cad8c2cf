// The model of docs/scale.md, from figures that scale.mjs measured.

function median(list) {
  const known = list.filter((value) => value !== undefined).sort((a, b) => a - b);
  return known[known.length >> 1];
}

const MOST_IN_BATCH = 16; // results that a worker holds back

// µs of processor time: a task by itself, and its share of a batch, on the program's side and on a node.
export const costsOf = ({ rows }) => ({
  programUs: Math.min(...rows.map(({ programUs }) => programUs)),
  nodeUs: Math.min(...rows.map(({ nodeUs }) => nodeUs)),
  singleProgramUs: median(rows.map(({ singleProgramUs }) => singleProgramUs)),
  singleNodeUs: median(rows.map(({ singleNodeUs }) => singleNodeUs)),
  roundTripUs: median(rows.map(({ medianUs }) => medianUs)),
  bytes: median(rows.map(({ bytes }) => bytes)),
});

// Tasks go in batches while a node has several to do: short ones, and not more than the pool has out for each node.
function batchOf(data, nodes, taskUs) {
  return Math.max(1, Math.min(MOST_IN_BATCH, data.size / nodes / 2, 600 / (taskUs + 1)));
}

// From the cost of a task by itself to that in a full batch.
const inBatch = (single, full, batch) => full + (single - full) * ((1 / batch - 1 / MOST_IN_BATCH) / (1 - 1 / MOST_IN_BATCH));

// Of one program with a core of its own and nodes that have one for each worker: what the workers can do, what the program
// can submit, and what `size` tasks at a time allow. A task that only waits leaves the node's core free for the next.
export function tasksPerSecond(data, nodes, workers, taskUs) {
  const costs = costsOf(data);
  const batch = batchOf(data, nodes, taskUs);
  const byWorkers = (nodes * workers * 1e6) / (taskUs + inBatch(costs.singleNodeUs, costs.nodeUs, batch));
  const byProgram = 1e6 / inBatch(costs.singleProgramUs, costs.programUs, batch);
  const bySize = (data.size * 1e6) / (taskUs + costs.roundTripUs);
  return Math.min(byWorkers, byProgram, bySize);
}

// A task passes the same hops whatever the number of nodes.
export const latencyUs = (data) => costsOf(data).roundTripUs;

// The line through what an idle member spends, by least squares: a + b * (n - 1), in µs a second.
export function idleLine({ rows }, key) {
  const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const xs = rows.map(({ n }) => n - 1);
  const ys = rows.map((row) => row[key]);
  const mx = mean(xs);
  const my = mean(ys);
  const slope = xs.reduce((sum, x, i) => sum + (x - mx) * (ys[i] - my), 0) / Math.max(1e-9, xs.reduce((sum, x) => sum + (x - mx) ** 2, 0));
  return { base: my - slope * mx, slope };
}

// The share of a core that membership takes: each member sends a sign of life to each other one a second, and gets theirs.
export function memberLoad(data, nodes) {
  const { base, slope } = idleLine(data, 'idleUs');
  return Math.max(0, base + slope * (nodes - 1)) / 1e6;
}

// Bytes a second in the whole cluster: those of tasks, and the signs of life of all pairs.
export function clusterBytes(data, nodes, tasks) {
  const pairs = nodes * (nodes + 1);
  const { rows } = data;
  const last = rows.at(-1);
  return tasks * costsOf(data).bytes + (last.idleBytes / (last.n * (last.n + 1))) * pairs;
}
