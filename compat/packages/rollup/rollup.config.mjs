import resolve from '@rollup/plugin-node-resolve';
import commonjs from '@rollup/plugin-commonjs';
import json from '@rollup/plugin-json';
export default { input: 'src/index.js', output: { dir: 'dist', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' }, plugins: [resolve(), commonjs(), json()] };
