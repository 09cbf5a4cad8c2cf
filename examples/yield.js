// A long computation that lets timers and requests come between: gyre examples/yield.js
const { breathe } = require('gyre:yield');

async function average(n) {
  let sum = 0;
  for (let i = 1; i <= n; i++) {
    sum += i;
    if (i % 10_000 === 0) await breathe();
  }
  return sum / n;
}

(async () => {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  console.log('average:', await average(20_000_000));
  clearInterval(timer);
  console.log('the timer ran meanwhile:', ticks > 2);

  const signal = AbortSignal.timeout(20);
  const endless = (async () => {
    for (;;) await breathe({ slice: 2, signal });
  })();
  await endless.catch((error) => console.log('the endless one:', error.name));
})();
