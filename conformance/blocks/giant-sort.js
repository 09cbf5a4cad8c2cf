// cause: COMPUTATION
const values = Array.from({ length: 200_000 }, (_, i) => (i * 7919) % 1000003);
setTimeout(() => {
  do {
    values.slice().sort((a, b) => a - b); // near
  } while (!isOver());
}, 20);
