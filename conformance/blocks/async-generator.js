// cause: MICROTASKS
async function* numbers() {
  for (let i = 0; !isOver(); i++) yield i; // near
}
setTimeout(async () => {
  let sum = 0;
  for await (const n of numbers()) { // near
    for (let i = 0; i < 1e4; i++) sum += n;
  }
}, 20);
