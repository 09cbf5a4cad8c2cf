// What the nodes run: how many primes there are below n.
module.exports = (n) => {
  let count = 0;
  for (let i = 2; i < n; i++) {
    let isPrime = true;
    for (let j = 2; j * j <= i && isPrime; j++) isPrime = i % j !== 0;
    if (isPrime) count++;
  }
  return count;
};
