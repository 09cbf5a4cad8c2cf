// cause: JSON JSON.parse of
const text = `[${'1,'.repeat(2_000_000)}0]`;
setTimeout(() => {
  const end = Date.now() + blockMs;
  do {
    JSON.parse(text); // here
  } while (Date.now() < end);
}, 20);
