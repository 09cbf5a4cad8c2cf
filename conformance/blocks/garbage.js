// cause: GARBAGE_COLLECTION
// Much is alive, and memory outside of V8's heap is allocated so fast that V8 collects all the time to get it back.
const alive = Array.from({ length: 200_000 }, (_, i) => ({ a: { a: { i } }, b: [i, { i }] }));
setTimeout(() => {
  while (!isOver()) {
    alive[0].b = new ArrayBuffer(48 * 2 ** 20); // near
  }
}, 20);
