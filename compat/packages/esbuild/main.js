const esbuild = require('esbuild');
(async () => {
  console.log(esbuild.transformSync('let x: number = 1 as any; enum A { B }', { loader: 'ts' }).code);
  console.log((await esbuild.transform('const a = <b c={1}>x</b>', { loader: 'jsx', minify: true })).code);
  const result = await esbuild.build({ entryPoints: ['src/index.js'], bundle: true, minify: true, platform: 'node', sourcemap: true, outfile: 'dist/out.js', metafile: true });
  console.log(Object.keys(result.metafile.outputs), result.errors.length);
  await esbuild.build({ entryPoints: ['src/nothing.js'], logLevel: 'silent' }).catch((error) => console.log(error.errors[0].text));
  await esbuild.stop();
})();
