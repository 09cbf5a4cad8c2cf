// cause: COMPUTATION
const values = Array.from({ length: 200_000 }, (_, i) => (i * 7919) % 1000003);
setTimeout(() => {
  const end = Date.now() + blockMs;
  do {
    values.slice().sort((a, b) => a - b); // here
  } while (Date.now() < end);
}, 20);
