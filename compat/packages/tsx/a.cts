const os = require("node:os");
let x: string = typeof os.EOL;
console.log(x, __filename.endsWith("a.cts"));
export {};
