// cause: JSON JSON.parse of
const text = `[${'1,'.repeat(2_000_000)}0]`;
setTimeout(() => {
  do {
    JSON.parse(text); // here
  } while (!isOver());
}, 20);
