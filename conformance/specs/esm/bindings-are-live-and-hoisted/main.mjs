import { count, add, late } from './counter.mjs';
import * as all from './counter.mjs';
console.log(count, late());
add();
console.log(count, all.count, Object.keys(all), all[Symbol.toStringTag]);
try { all.count = 5; } catch (error) { console.log(error.message); }
try { eval('count = 5'); } catch (error) { console.log(error.message); }
