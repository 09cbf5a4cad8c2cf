const vm = require('vm');
const ctx = vm.createContext({});
const t = (n, c) => { let v; try { v = typeof c === 'function' ? c() : vm.runInContext(c, ctx, 'file.js'); } catch (e) { v = e.name + ': ' + e.message; } console.log(n, '->', v); };
const cs = (run) => { const s = run(); return s && JSON.stringify([s.getFileName(), s.isEval(), s.getFunctionName(), s.getLineNumber(), s.getEvalOrigin(), s.getScriptNameOrSourceURL(), s.isToplevel()]); };
const code = "(() => { const p = Error.prepareStackTrace; Error.prepareStackTrace = (e, s) => s; const s = new Error().stack; Error.prepareStackTrace = p; return s; })()";
t('cs this', () => cs(() => new vm.Script(code, { filename: '/a/b.js' }).runInThisContext()[0]) + cs(() => new vm.Script(code, { filename: '/a/b.js' }).runInThisContext()[1]));
t('cs ctx', () => cs(() => new vm.Script(code, { filename: '/a/b.js' }).runInContext(ctx)[0]) + cs(() => new vm.Script(code, { filename: '/a/b.js' }).runInContext(ctx)[1]));
t('cs eval', () => cs(() => eval(code)[0]));
