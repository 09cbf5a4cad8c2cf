// The long computation. As a module it is what the workers of pool.js and piscina.js run.
module.exports = function sum(n) {
  let total = 0;
  for (let i = 1; i <= n; i++) total += i;
  return total;
};
