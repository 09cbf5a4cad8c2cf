function used(a) { return a ? "yes" : "no"; }
function unused() { return 1; }
console.log(used(process.argv[2]));
