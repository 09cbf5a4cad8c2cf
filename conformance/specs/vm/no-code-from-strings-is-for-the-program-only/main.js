const { spawnSync } = require('child_process');
const codes = [
  '1 + 1',
  "require('vm').runInThisContext('1 + 1')",
  "require('vm').runInThisContext(\"'use strict'; this === undefined\")",
  "require('vm').runInNewContext('eval(\"1 + 1\")')",
  "require('vm').compileFunction('return 1 + 1')()",
  "new (require('vm').Script)('let a = 1; a + 1').runInThisContext()",
  "try { eval('1') } catch (e) { e.name + ': ' + e.message }",
  "try { new Function('1') } catch (e) { e.name + ': ' + e.message }",
  "try { (0, eval)('1') } catch (e) { e.name + ': ' + e.message }",
  "try { (async function () {}).constructor('1') } catch (e) { e.name + ': ' + e.message }",
  "try { require('vm').runInThisContext(\"eval('1')\") } catch (e) { e.name + ': ' + e.message }",
  "require('vm').runInThisContext('1'); try { eval('1') } catch (e) { e.name + ': ' + e.message }",
  "try { require('vm').runInThisContext('throw 1') } catch (e) { e }; try { eval('1') } catch (e) { e.name + ': ' + e.message }",
  "eval('1')",
];
for (const code of codes) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--disallow-code-generation-from-strings', '-p', code]);
  console.log(code, '->', status, `${stdout}`.trim(), `${stderr}`.split('\n').slice(0, 5).join('|'));
}
