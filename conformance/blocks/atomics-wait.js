// cause: ATOMICS_WAIT
const word = new Int32Array(new SharedArrayBuffer(4));
setTimeout(() => {
  Atomics.wait(word, 0, 0, blockMs); // here
}, 20);
