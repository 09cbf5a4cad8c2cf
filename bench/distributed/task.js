// An empty task, or one that computes for a while: sums 1 to n.
module.exports = (n) => {
  let sum = 0;
  for (let i = 1; i <= n; i++) sum += i;
  return sum;
};
