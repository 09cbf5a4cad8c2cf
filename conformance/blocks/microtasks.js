// cause: MICROTASKS
setTimeout(() => {
  const end = Date.now() + blockMs;
  function again() {
    let sum = 0;
    for (let i = 0; i < 1e4; i++) sum += i;
    if (Date.now() < end) Promise.resolve(sum).then(again); // near
  }
  Promise.resolve().then(again);
}, 20);
