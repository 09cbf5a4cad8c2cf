process.on('uncaughtException', ({ name, message, code }) => console.log(name, message, code));
process.emitWarning('old', 'DeprecationWarning', 'DEP0');
