process.emitWarning('silent', 'DeprecationWarning', 'DEP9');
process.emitWarning('loud', 'DeprecationWarning', 'DEP8');
