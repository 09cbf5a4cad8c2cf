import { basename } from 'node:path';
const { dirname, filename, main, resolve, url } = import.meta;
console.log(basename(filename), filename.startsWith(dirname), url.startsWith('file:///'), main, typeof resolve);
console.log(Object.keys(import.meta), Object.getPrototypeOf(import.meta));
console.log(import.meta.resolve('node:fs'), basename(import.meta.resolve('./not-there.mjs')));
import.meta.mine = 'writable'; console.log(import . meta /* spaced */ . mine);
const other = await import('./other.mjs');
console.log(other.meta === import.meta, other.meta.main, basename(other.meta.filename));
try { import.meta.resolve('no-such-package'); } catch (error) { console.log(error.code); }
