process.emitWarning('silent');
console.log(process.execArgv, process.env.NODE_OPTIONS);
