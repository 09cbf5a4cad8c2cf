// cause: JSON JSON.stringify of
const row = { a: [1, 2, 3], b: 'text', c: { d: 1.5 } };
const rows = new Array(300_000).fill(row);
setTimeout(() => {
  do {
    JSON.stringify(rows); // here
  } while (!isOver());
}, 20);
