#!/usr/bin/env node
console.log("other", process.argv.slice(2));
process.exitCode = 3;
