const attempt = async (name, run) => {
  try {
    console.log(name, await run());
  } catch (error) {
    console.log(name, error.code, error.permission, error.resource && require('path').relative(__dirname, error.resource));
  }
};
(async () => {
  await attempt('a granted file', () => require('./open/a.js'));
  await attempt('another', () => require('./closed/b.js'));
  await attempt('JSON', () => require('./closed/c.json'));
  await attempt('a package', () => require('pack'));
  await attempt('no package', () => require('no-pack'));
  await attempt('import', () => import('./closed/b.js').then((m) => m.default));
  await attempt('import of a module', () => import('./closed/d.mjs').then((m) => m.default));
  await attempt('import of a URL', () => import(require('url').pathToFileURL(`${__dirname}/closed/d.mjs`)));
  await attempt('import of a package', () => import('pack'));
  await attempt('import of a granted file', () => import('./open/a.js').then((m) => m.default));
  await attempt('resolve', () => require('path').relative(__dirname, require.resolve('./closed/b.js')));
  await attempt('createRequire', () => require('module').createRequire(`${__dirname}/open/a.js`)('../closed/b.js'));
  await attempt('a missing file', () => require('./open/missing.js'));
  await attempt('a core module', () => typeof require('os').cpus);
  await attempt('process.binding', () => process.binding('fs'));
})();
