// Deprecated, and yet yarn asks which names belong to the core.
const natives = process.binding('natives');
const missing = require('module').builtinModules.filter((name) => !/^(node|gyre):/.test(name) && !Object.keys(natives).includes(name));
console.log(missing, typeof natives.fs, /function/.test(natives.fs));
