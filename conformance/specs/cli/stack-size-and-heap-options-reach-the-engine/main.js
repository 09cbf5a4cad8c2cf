let depth = 0;
(function recurse() { depth++; try { recurse(); } catch {} })();
console.log(depth > 100 && depth < 8000);
