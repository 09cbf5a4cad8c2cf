// cause: MICROTASKS
async function* numbers(end) {
  for (let i = 0; Date.now() < end; i++) yield i; // near
}
setTimeout(async () => {
  let sum = 0;
  for await (const n of numbers(Date.now() + blockMs)) { // near
    for (let i = 0; i < 1e4; i++) sum += n;
  }
}, 20);
